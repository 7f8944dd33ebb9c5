// SPDX-License-Identifier: AGPL-3.0-or-later

/** What was sent, as the very bytes that left: the cover when it was kept, and the pages. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';

import type { FaxDetail } from '../../api/generated/schema';
import { Dialog } from '../../ui/dialogs/Dialog';
import { Loading } from '../../ui/feedback/states';
import { faxDocument } from './queries';
import styles from './faxList.module.css';
import { lazyPart } from '../../ui/chunks';

// The drawing of PDFs is large: fetched when somebody wants to see one.
const PdfPages = lazyPart(async () => (await import('./PdfPages')).PdfPages);

export function FaxDocumentDialog({
  fax,
  onClose,
}: {
  readonly fax: FaxDetail;
  readonly onClose: () => void;
}) {
  const cover = useQuery({ ...faxDocument(fax._id, 'cover'), enabled: fax.proof.hasCover });
  const pages = useQuery(faxDocument(fax._id, 'pages'));
  const [coverPages, setCoverPages] = useState(fax.proof.hasCover ? 1 : 0);
  return (
    <Dialog opened onClose={onClose} title={`${fax.subject.label} as it was sent`} size={960}>
      <Suspense fallback={<Loading text="Loading..." rows={8} />}>
        <div className={styles.documentPages}>
          {fax.proof.hasCover && (
            <PdfPages
              file={cover.data}
              name="Fax cover"
              firstPage={1}
              failure={cover.error}
              onRetry={() => void cover.refetch()}
              onPages={setCoverPages}
            />
          )}
          <PdfPages
            file={pages.data}
            name={fax.subject.kind === 'prescription' ? 'Prescription' : 'Request'}
            firstPage={coverPages + 1}
            failure={pages.error}
            onRetry={() => void pages.refetch()}
          />
        </div>
      </Suspense>
    </Dialog>
  );
}
