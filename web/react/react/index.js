// SPDX-License-Identifier: AGPL-3.0-or-later

// What the app and its libraries mean by "react": Preact's edition of it, and what that lacks.
import { options } from 'preact';
import React, { createElement } from 'preact/compat';

export * from 'preact/compat';

/** Keeps what is inside and hides it. React does so without an element of its own. */
export function Activity({ mode, children }) {
  return createElement('div', { style: { display: mode === 'hidden' ? 'none' : 'contents' } }, children);
}

const FIELDS = new Set(['input', 'textarea', 'select']);

/** Elements that want the focus, drawn and not yet in the document; and those that had it. */
const wanting = [];
const had = new WeakSet();
/** The props with which fields were drawn last. */
const drawn = new WeakMap();
/** Whether the document is being changed. */
let drawing = false;

const { __b: before, __c: commit, __e: failed, diffed } = options;

options.__b = (vnode) => {
  if (!drawing) {
    drawing = true;
    queueMicrotask(() => (drawing = false));
  }
  before?.(vnode);
};
options.diffed = (vnode) => {
  diffed?.(vnode);
  const element = vnode.__e;
  // As words, at build, there are none.
  if (!element) return;
  if (FIELDS.has(vnode.type)) drawn.set(element, vnode.props);
  if (typeof vnode.type !== 'string' || !vnode.props.autoFocus || had.has(element)) return;
  had.add(element);
  wanting.push(element);
};
options.__c = (vnode, queue) => {
  drawing = false;
  for (const element of wanting.splice(0)) element.focus();
  commit?.(vnode, queue);
};
options.__e = (...failure) => {
  drawing = false;
  failed?.(...failure);
};

// Effects follow at once, before the frame is painted, as they mostly do with React: what they change does not move what
// was seen already, and a key finds its listener.
options.requestAnimationFrame = (run) => queueMicrotask(run);

// What leaves the document while it is drawn loses the focus without a word, as with React.
if (typeof document !== 'undefined')
  for (const kind of ['focusout', 'blur'])
    document.addEventListener(kind, (event) => drawing && event.stopImmediatePropagation(), {
      capture: true,
    });

/** A field that is told what to show shows that, also where an input changed nothing and nothing is drawn again. */
function showsWhatItIsTold({ type, target }) {
  const isBox = target.type === 'checkbox' || target.type === 'radio';
  // Boxes and lists tell of a change after the input, text at each input.
  if ((type === 'change') !== (isBox || target.localName === 'select')) return;
  queueMicrotask(() => {
    const { value, checked } = drawn.get(target) ?? {};
    if (isBox) {
      if (typeof checked === 'boolean' && target.checked !== checked) target.checked = checked;
    } else if (typeof value === 'string' && target.type !== 'file' && target.value !== value)
      target.value = value;
  });
}
if (typeof document !== 'undefined')
  for (const kind of ['input', 'change']) document.addEventListener(kind, showsWhatItIsTold);

export default { ...React, Activity };
