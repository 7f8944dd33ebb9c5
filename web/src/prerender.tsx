// SPDX-License-Identifier: AGPL-3.0-or-later

// Draws every public page as HTML, at build. Settings are their names in the server's template. What
// surrounds the page (head, files) is scripts/prerender.ts's.
import { renderToString } from 'react-dom/server';
import { PublicDocument } from './features/public-pages/PublicDocument';
import { PAGES, type PublicPage } from './features/public-pages/pages';
import { TEMPLATE } from './features/public-pages/template';

export interface RenderedPage
  extends Pick<PublicPage, 'path' | 'title' | 'description' | 'module' | 'kind' | 'day'> {
  readonly html: string;
  readonly facts: object | null;
}

export function renderPages(): Promise<RenderedPage[]> {
  return Promise.all(
    PAGES.map(async (page) => {
      const screen = await page.load();
      const html = renderToString(<PublicDocument page={page} screen={screen} site={TEMPLATE} template />);
      const { path, title, description, module, kind, day } = page;
      return {
        path,
        title,
        description,
        module,
        ...(kind && { kind }),
        ...(day !== undefined && { day }),
        html,
        facts: page.facts?.(TEMPLATE) ?? null,
      };
    }),
  );
}
