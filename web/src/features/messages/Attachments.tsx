// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The files of a message: looked at inside the app (images large, PDFs drawn
 * page by page, so that nothing inside a file ever runs), or saved.
 */
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';

import type { FileRef } from '../../api/generated/schema';
import { Dialog } from '../../ui/dialogs/Dialog';
import { ErrorState, Loading } from '../../ui/feedback/states';
import { toastUnread } from '../../ui/feedback/toastFailure';
import { sizeText } from '../../ui/files/AttachFiles';
import { ImageViewer } from '../../ui/files/ImageViewer';
import { saveFile } from '../../ui/files/saveFile';
import { fileOf, imageOf } from './queries';
import type { PdfDrawing } from './slots';
import styles from './messages.module.css';

export function Attachments({ files, Pdf }: { files: readonly FileRef[]; Pdf: PdfDrawing }) {
  const [shown, setShown] = useState<FileRef | null>(null);
  const client = useQueryClient();
  if (files.length === 0) return null;
  const save = async (file: FileRef) => {
    try {
      saveFile(await client.fetchQuery(fileOf(file)), file.name);
    } catch (failure) {
      toastUnread(failure);
    }
  };
  return (
    <>
      <ul className={styles.files} aria-label="Attachments">
        {files.map((file) => (
          <li key={file._id}>
            <button type="button" className={styles.file} data-prints onClick={() => setShown(file)}>
              {file.type === 'application/pdf' ? (
                <IconFileTypePdf size={28} aria-hidden="true" />
              ) : (
                <IconPhoto size={28} aria-hidden="true" />
              )}
              <span>
                <span className="s-visually-hidden">View </span>
                <strong>{file.name}</strong>
                <span className={styles.hint}> {sizeText(file.size)}</span>
              </span>
            </button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={`Save ${file.name}`}
              onClick={() => void save(file)}
            >
              <IconDownload size={20} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {shown && <Shown file={shown} Pdf={Pdf} onClose={() => setShown(null)} />}
    </>
  );
}

function Shown({ file, Pdf, onClose }: { file: FileRef; Pdf: PdfDrawing; onClose: () => void }) {
  return file.type.startsWith('image/') ? (
    <ShownImage file={file} onClose={onClose} />
  ) : (
    <ShownPdf file={file} Pdf={Pdf} onClose={onClose} />
  );
}

function ShownImage({ file, onClose }: { file: FileRef; onClose: () => void }) {
  const image = useQuery(imageOf(file));
  if (image.data !== undefined)
    return <ImageViewer opened onClose={onClose} src={image.data} name={file.name} />;
  return (
    <Frame file={file} onClose={onClose}>
      <Unready failure={image.error} onRetry={() => void image.refetch()} />
    </Frame>
  );
}

function ShownPdf({ file, Pdf, onClose }: { file: FileRef; Pdf: PdfDrawing; onClose: () => void }) {
  const bytes = useQuery(fileOf(file));
  return (
    <Frame file={file} onClose={onClose}>
      {bytes.data === undefined ? (
        <Unready failure={bytes.error} onRetry={() => void bytes.refetch()} />
      ) : (
        // Scrolling by keyboard needs a place for the focus.
        <div
          className={styles.pages}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
          tabIndex={0}
          role="region"
          aria-label={`${file.name}, pages`}
        >
          <Suspense fallback={<Loading text="Loading..." rows={6} />}>
            <Pdf file={bytes.data} name={file.name} firstPage={1} />
          </Suspense>
        </div>
      )}
    </Frame>
  );
}

function Frame({ file, onClose, children }: { file: FileRef; onClose: () => void; children: ReactNode }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={file.name}
      size={960}
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}

function Unready({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  return failure !== null ? (
    <ErrorState text="The file can’t be displayed" error={failure} onRetry={onRetry} />
  ) : (
    <Loading text="Loading..." rows={6} />
  );
}
