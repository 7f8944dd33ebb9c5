// SPDX-License-Identifier: AGPL-3.0-or-later

// Files to be sent along with a text: several at once, images and PDFs. A file of another kind is not
// taken, and the caller says so; what a file really is, the server finds out.
import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconFileTypePdf, IconPaperclip, IconPhoto, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { rowAt, useNextFocus } from '../forms/useNextFocus';
import classes from './attach.module.css';

/** What a picker offers. */
const ACCEPT = 'image/*,application/pdf';
/** The server's limits, told early. */
const MAX_FILES = 10;
const MAX_BYTES = 10 * 1024 * 1024;

export const TOO_LARGE = 'Files can be up to 10 MB each.';
export const TOO_MANY = 'You can send up to 10 files at once.';

/** The fault of a file that is neither an image nor a PDF. */
export function wrongKind(): string {
  return 'Only allow uploading following file type: pdf,image';
}

/** "84 KB" */
export function sizeText(bytes: number): string {
  return bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** The files after choosing some more, and why one of them was not taken. */
export function withMore(
  files: readonly File[],
  chosen: readonly File[],
): { files: readonly File[]; refused: string | null } {
  const isKind = (file: File) => file.type.startsWith('image/') || file.type === 'application/pdf';
  const good = chosen.filter((file) => isKind(file) && file.size <= MAX_BYTES);
  const all = [...files, ...good];
  if (all.length > MAX_FILES) return { files: all.slice(0, MAX_FILES), refused: TOO_MANY };
  if (chosen.some((file) => !isKind(file))) return { files: all, refused: wrongKind() };
  return { files: all, refused: good.length < chosen.length ? TOO_LARGE : null };
}

/** Where the link of an error summary leads. */
const ATTACH_ID = 'files';

interface AttachButtonProps {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
  /** Told why a chosen file was not taken. */
  readonly onRefuse: (message: string) => void;
  readonly disabled?: boolean;
}

export function AttachButton({ files, onChange, onRefuse, disabled = false }: AttachButtonProps) {
  return (
    <FileButton
      multiple
      accept={ACCEPT}
      disabled={disabled}
      // The picker itself; the button is what people press.
      inputProps={{ 'aria-label': 'Attach files, PDF or image' }}
      onChange={(chosen) => {
        const next = withMore(files, chosen);
        onChange(next.files);
        if (next.refused !== null) onRefuse(next.refused);
      }}
    >
      {(props) => (
        <Button
          {...props}
          id={ATTACH_ID}
          variant="default"
          disabled={disabled}
          leftSection={<IconPaperclip size={18} aria-hidden="true" />}
        >
          Attach
        </Button>
      )}
    </FileButton>
  );
}

interface AttachedFilesProps {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}

/** What was chosen so far, each to be taken away again. */
export function AttachedFiles({ files, onChange }: AttachedFilesProps) {
  const list = useRef<HTMLUListElement>(null);
  const goOn = useNextFocus(files.length);
  if (files.length === 0) return null;
  return (
    <ul ref={list} className={classes['files']} aria-label="Attached files">
      {files.map((file, at) => (
        // The same file may be chosen twice: its place tells the two apart.
        <li key={`${file.name} ${at.toString()}`}>
          {file.type === 'application/pdf' ? (
            <IconFileTypePdf size={20} aria-hidden="true" />
          ) : (
            <IconPhoto size={20} aria-hidden="true" />
          )}
          <span className={classes['name']}>{file.name}</span>
          <span className={classes['size']}>{sizeText(file.size)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove ${file.name}`}
            onClick={() => {
              goOn(() => rowAt(list.current, 'button', at) ?? document.getElementById(ATTACH_ID));
              onChange(files.filter((_, other) => other !== at));
            }}
          >
            <IconX size={18} aria-hidden="true" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
