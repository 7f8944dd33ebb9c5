// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The pages of one PDF, side by side as drawings with their words for readers.
 * Pages are paper: they stay white in the dark scheme.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { ErrorState, Loading } from '../../ui/feedback/states';
import { openPdf, pdfText, type OpenPdf } from './pdf';
import styles from './pdf.module.css';

type Props = {
  file: Blob | undefined;
  /** What the pages are, such as "Fax cover". */
  name: string;
  /** The number of the first page among all pages shown. */
  firstPage: number;
  failure?: unknown;
  onRetry?: () => void;
  /** Told how many pages there are once they are known. */
  onPages?: (pages: number) => void;
  /** Told once every page of the file is drawn, or that it cannot be, which is then said. */
  onDrawn?: (file: Blob) => void;
};

/** What was opened from which file; no `pdf` when it could not be read. */
type Shown = { file: Blob; pdf: OpenPdf | null; words: string };

/** Drawn at twice the shown width, sharp on dense screens. */
const PIXEL_WIDTH = 900;

export function PdfPages({ file, name, firstPage, failure, onRetry, onPages, onDrawn }: Props) {
  const [shown, setShown] = useState<Shown | null>(null);
  const tell = useEffectEvent((count: number) => onPages?.(count));

  const done = useRef<{ file?: Blob | undefined; pages: Set<number> }>({ pages: new Set() });
  const drawn = (of: Blob, page: number, pages: number) => {
    if (done.current.file !== of) done.current = { file: of, pages: new Set() };
    done.current.pages.add(page);
    if (done.current.pages.size === pages) onDrawn?.(of);
  };
  const tellBroken = useEffectEvent((of: Blob) => onDrawn?.(of));

  useEffect(() => {
    if (!file) return undefined;
    let opened: OpenPdf | null = null;
    let left = false;
    const open = async () => {
      try {
        opened = await openPdf(file);
        if (left) {
          opened.close();
          return;
        }
        setShown({ file, pdf: opened, words: '' });
        tell(opened.pages);
        const words = await pdfText(file);
        if (!left) setShown({ file, pdf: opened, words });
      } catch {
        if (left) return;
        setShown({ file, pdf: null, words: '' });
        tellBroken(file);
      }
    };
    void open();
    return () => {
      left = true;
      // Its last drawing stays on screen; only the worker goes.
      opened?.close();
    };
  }, [file]);

  // While a newer file is being opened the one before stays: no flicker on a refresh.
  const broken = shown !== null && shown.pdf === null;
  const pdf = shown?.pdf ?? null;
  if (failure || broken) {
    return (
      <div className={styles.sheet}>
        <ErrorState
          text={`${name} can’t be displayed`}
          {...(failure ? { error: failure } : { detail: 'The file couldn’t be read.' })}
          {...(onRetry ? { onRetry } : {})}
        />
      </div>
    );
  }
  if (!shown || !pdf) {
    return (
      <div className={styles.sheet}>
        <Loading text="Loading..." rows={8} />
      </div>
    );
  }
  return (
    <>
      {Array.from({ length: pdf.pages }, (_, index) => (
        <figure key={index} className={styles.page}>
          <PageDrawing
            pdf={pdf}
            page={index + 1}
            label={`Page ${firstPage + index}, ${name}`}
            onDrawn={() => drawn(shown.file, index + 1, pdf.pages)}
          />
          <figcaption>
            <strong>Page {firstPage + index}</strong> · {name}
          </figcaption>
          {index === 0 && <div className={styles.words}>{shown.words}</div>}
        </figure>
      ))}
    </>
  );
}

type DrawingProps = { pdf: OpenPdf; page: number; label: string; onDrawn: () => void };

function PageDrawing({ pdf, page, label, onDrawn }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  const tell = useEffectEvent(onDrawn);
  useEffect(() => {
    let left = false;
    if (!canvas.current) return undefined;
    pdf
      .draw(page, canvas.current, PIXEL_WIDTH)
      .then(() => false)
      .catch(() => true)
      .then((isFailed) => {
        if (left) return;
        setFailed(isFailed);
        tell();
      });
    return () => {
      left = true;
    };
  }, [pdf, page]);
  return (
    <>
      {failed && <ErrorState text={`${label} couldn’t be drawn`} detail="Its words are below." />}
      <canvas
        ref={canvas}
        className={styles.canvas}
        role="img"
        aria-label={label}
        width={900}
        height={1165}
      />
    </>
  );
}
