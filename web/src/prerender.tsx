// SPDX-License-Identifier: AGPL-3.0-or-later

// Draws every public page and the sign-in as HTML, at build. Settings are their names in the server's template. What
// surrounds the page (head, files) is scripts/prerender.ts's.
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { queryClient, storeSettings } from './api/queries';
import { OfficeSignInPage } from './features/accounts/OfficeSignInPage';
import { SignInPage } from './features/accounts/SignInPage';
import { AuthFrame } from './features/public-pages/frame/AuthFrame';
import { PublicDocument } from './features/public-pages/PublicDocument';
import { PAGES, type PublicPage } from './features/public-pages/pages';
import { type Site, SiteProvider } from './features/public-pages/site';
import { TEMPLATE } from './features/public-pages/template';
import { paths } from './ui/links/paths';
import { AppTheme } from './ui/theme/AppTheme';

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

function renderEntry(path: string, Screen: ComponentType, mode: Site['mode']): string {
  const site: Site = { ...TEMPLATE, mode };
  storeSettings(site);
  return renderToString(
    <AppTheme>
      <QueryClientProvider client={queryClient}>
        <SiteProvider site={site} template>
          <AuthFrame current={path}>
            <Screen />
          </AuthFrame>
        </SiteProvider>
      </QueryClientProvider>
    </AppTheme>,
  );
}

/**
 * The sign-in pages by their addresses, as they stand where nobody has come before. A captcha is the provider's to draw,
 * and where another site signs people in nothing is shown: there the document is empty until its scripts come.
 */
export function renderEntries(): ReadonlyMap<string, string> {
  const patients = (mode: Site['mode']) => renderEntry(paths.login(), SignInPage, mode);
  const login = [
    `{% if mode == "office" %}${patients('office')}`,
    `{% elif mode == "client" %}{% if not loginUrl %}${patients('client')}{% endif %}`,
    `{% else %}${patients('undefined')}{% endif %}`,
  ].join('');
  // Where `hasOfficeLogin` (src/app/guards.ts) leads on, nothing is shown.
  const office = `{% if environment in ["dev", "auto"] or mode not in ["client", "office"] %}${renderEntry(paths.officeLogin(), OfficeSignInPage, 'undefined')}{% endif %}`;
  const withoutCaptcha = (html: string) => `{% if automatic or not captchaSiteKey %}${html}{% endif %}`;
  return new Map([
    [paths.login(), withoutCaptcha(login)],
    [paths.officeLogin(), withoutCaptcha(office)],
  ]);
}
