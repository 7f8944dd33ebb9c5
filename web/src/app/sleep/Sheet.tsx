// One sheet of a sleep study as the very bytes that the server made. A chunk of its own, because drawing
// PDF pages takes a large library.
import type { UseQueryResult } from '@tanstack/react-query';
import { PdfPages } from '../../features/fax/PdfPages';
import css from './sleep.module.css';

export interface SheetProps {
  readonly sheet: UseQueryResult<Blob>;
  /** What the pages are, for readers. */
  readonly name: string;
}

export function Sheet({ sheet, name }: SheetProps) {
  return (
    <div className={css['sheet']}>
      <PdfPages
        file={sheet.data}
        name={name}
        firstPage={1}
        failed={sheet.isError ? sheet.error.message : null}
        onRetry={() => void sheet.refetch()}
      />
    </div>
  );
}
