// SPDX-License-Identifier: AGPL-3.0-or-later

// Fetches the drawing of a sheet when one is looked at for the first time.
import { type ComponentType, lazy, Suspense } from 'react';
import { Loading } from '../../ui/feedback/states';
import type { DocumentPagesProps } from './DocumentPages';

const Drawn: ComponentType<DocumentPagesProps> = lazy(async () => {
  const { DocumentPages } = await import('./DocumentPages');
  return { default: DocumentPages };
});

export function LazyDocumentPages(props: DocumentPagesProps) {
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <Drawn {...props} />
    </Suspense>
  );
}
