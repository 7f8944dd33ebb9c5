// SPDX-License-Identifier: AGPL-3.0-or-later

// A public page in its frame: what the build draws, and what the browser then brings to life.
import type { ComponentType } from 'react';
import { PublicFrame } from './frame/PublicFrame';
import type { PublicPage } from './pages';
import { type Site, SiteProvider } from './site';

export interface PublicDocumentProps {
  readonly page: PublicPage;
  readonly screen: ComponentType;
  readonly site: Site;
  readonly template?: boolean;
  readonly signedIn?: boolean;
}

export function PublicDocument({ page, screen: Screen, site, template, signedIn }: PublicDocumentProps) {
  return (
    <SiteProvider site={site} template={template ?? false}>
      <PublicFrame current={page.path} signedIn={signedIn ?? false}>
        <Screen />
      </PublicFrame>
    </SiteProvider>
  );
}
