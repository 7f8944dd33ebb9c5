// SPDX-License-Identifier: AGPL-3.0-or-later

// The start of a public page: the document came with its words, this brings it to life. No router, no
// component library, no query cache: links lead to other documents, and what draws dialogs or knows
// of a session is fetched when the page stands.
import '@fontsource-variable/radio-canada/wght.css';
import './ui/theme/roles.css';
import './ui/theme/controls.css';
import './public.css';
import { lazy, type ReactNode, useEffect, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { documentSettings } from './api/documentSettings';
import { DialogWrapperProvider } from './features/public-pages/dialogs';
import { PublicDocument, type PublicDocumentProps } from './features/public-pages/PublicDocument';
import { type PublicPage, pageAt } from './features/public-pages/pages';
import type { Site } from './features/public-pages/site';
import { PolicyReaderProvider, type PolicyReaderProps } from './ui/dialogs/policies';
import { paths } from './ui/links/paths';
import { legacyRedirect } from './ui/links/legacyRedirects';

const DialogProvider = lazy(async () => ({
  default: (await import('./features/public-pages/DialogProvider')).DialogProvider,
}));
const PolicyReader = lazy(async () => ({
  default: (await import('./features/public-pages/legal/PolicyReader')).PolicyReader,
}));

const wrapDialogs = (dialogs: ReactNode) => <DialogProvider>{dialogs}</DialogProvider>;
const readPolicy = (props: PolicyReaderProps) => <PolicyReader {...props} />;

/** After everything of the page itself has come. */
function whenLoaded(then: () => void): void {
  if (document.readyState === 'complete') setTimeout(then, 0);
  else window.addEventListener('load', () => setTimeout(then, 0), { once: true });
}

/** Whether somebody is signed in; leads them on where the page makes no sense for them. */
function useSignedIn(page: PublicPage): boolean {
  const [signedIn, setSignedIn] = useState(false);
  useEffect(() => {
    whenLoaded(() => {
      void (async () => {
        const { session } = await import('./api/session');
        await session.ready();
        if (session.get().state !== 'in') return;
        if (page.signedOutOnly) window.location.replace(paths.dashboard());
        else setSignedIn(true);
      })();
    });
  }, [page]);
  return signedIn;
}

function Start(props: PublicDocumentProps) {
  const signedIn = useSignedIn(props.page);
  return (
    <DialogWrapperProvider value={wrapDialogs}>
      <PolicyReaderProvider value={readPolicy}>
        <PublicDocument {...props} signedIn={signedIn} />
      </PolicyReaderProvider>
    </DialogWrapperProvider>
  );
}

async function settings(): Promise<Site> {
  const there = documentSettings();
  if (there) return there;
  const answer = await fetch('/api/settings');
  return answer.json();
}

async function start(): Promise<void> {
  const { pathname, search } = window.location;
  const page = pageAt(pathname);
  const place = document.getElementById('root');
  if (!page || !place) return;
  const target = page.signedOutOnly ? legacyRedirect(page.path, search) : null;
  if (target !== null) {
    window.location.replace(target);
    return;
  }
  const [site, screen] = await Promise.all([settings(), page.load()]);
  const tree = <Start page={page} screen={screen} site={site} />;
  if (place.firstElementChild) hydrateRoot(place, tree);
  else createRoot(place).render(tree);
}

void start();
