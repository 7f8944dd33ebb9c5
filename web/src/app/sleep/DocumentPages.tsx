// SPDX-License-Identifier: AGPL-3.0-or-later

// One sheet of a sleep study as the very bytes that the server made. A chunk of its own, because drawing
// PDF pages takes a large library.
import type { UseQueryResult } from '@tanstack/react-query';
import { PdfPages } from '../../features/fax/PdfPages';
import css from './sleep.module.css';

export interface DocumentPagesProps {
  readonly pdf: UseQueryResult<Blob>;
  /** What the pages are, for readers. */
  readonly name: string;
}

export function DocumentPages({ pdf, name }: DocumentPagesProps) {
  return (
    <div className={css['pages']}>
      <PdfPages
        file={pdf.data}
        name={name}
        firstPage={1}
        failure={pdf.error}
        onRetry={() => void pdf.refetch()}
      />
    </div>
  );
}
