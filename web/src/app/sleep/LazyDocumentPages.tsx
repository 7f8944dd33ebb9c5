// SPDX-License-Identifier: AGPL-3.0-or-later

// Fetches the drawing of a sheet when one is looked at for the first time.
import { type ComponentType, Suspense } from 'react';
import { lazyPart } from '../../ui/chunks';
import { Loading } from '../../ui/feedback/states';
import type { DocumentPagesProps } from './DocumentPages';

const Drawn: ComponentType<DocumentPagesProps> = lazyPart(
  async () => (await import('./DocumentPages')).DocumentPages,
);

export function LazyDocumentPages(props: DocumentPagesProps) {
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <Drawn {...props} />
    </Suspense>
  );
}
