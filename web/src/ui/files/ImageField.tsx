// SPDX-License-Identifier: AGPL-3.0-or-later

// A picture to be sent with a form: taken with the camera or chosen, shown before it goes, looked at
// large. The name of the file decides nothing: the server looks into it again.
import { Button, FileButton } from '@mantine/core';
import { IconCamera, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Field } from '../forms/Field';
import { useNextFocus } from '../forms/useNextFocus';
import classes from './files.module.css';
import { ImageViewer } from './ImageViewer';
import { useBlobAddress } from './useBlobAddress';

interface ImageFieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly file: File | null;
  /** Null when it was taken away, or was of a kind that is not accepted. */
  readonly onChange: (file: File | null) => void;
  /** Told when the kind is not accepted. */
  readonly onRefuse: (message: string) => void;
  /** What else than images is accepted. */
  readonly pdf?: boolean;
  readonly camera: 'user' | 'environment';
}

/** The fault of a file that is neither an image nor, where it counts, a PDF. */
function wrongType(pdf: boolean): string {
  return `Only allow uploading following file type: ${pdf ? 'pdf,image' : 'image'}`;
}

function isAccepted(type: string, pdf: boolean): boolean {
  return type.startsWith('image/') || (pdf && type === 'application/pdf');
}

function sizeOf(bytes: number): string {
  return bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

export function ImageField({
  id,
  label,
  hint,
  error,
  file,
  onChange,
  onRefuse,
  pdf = false,
  camera,
}: ImageFieldProps) {
  const preview = useBlobAddress(file?.type.startsWith('image/') ? file : null);
  const [open, setOpen] = useState(false);
  const buttons = useRef<HTMLSpanElement>(null);
  const goOn = useNextFocus(file === null);
  const accept = pdf ? 'image/*,application/pdf' : 'image/*';
  const take = (taken: File | null) => {
    if (!taken) return;
    if (isAccepted(taken.type, pdf)) onChange(taken);
    else {
      onChange(null);
      onRefuse(wrongType(pdf));
    }
  };
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {/* Where the link of the error summary leads. */}
      <div className={classes['field']} tabIndex={-1}>
        {preview === null ? (
          <span className={classes['thumb']}>
            {file ? (
              <IconFileTypePdf size={24} aria-hidden="true" />
            ) : (
              <IconPhoto size={24} aria-hidden="true" />
            )}
          </span>
        ) : (
          <button
            type="button"
            className={classes['thumb']}
            aria-label={`View ${label}`}
            onClick={() => setOpen(true)}
          >
            <img src={preview} alt="" />
          </button>
        )}
        <span className={classes['words']} aria-live="polite">
          <strong>{file ? file.name : 'Nothing chosen yet'}</strong>
          {file && <span>{sizeOf(file.size)}</span>}
        </span>
        <span ref={buttons} className={classes['buttons']}>
          <FileButton onChange={take} accept="image/*" capture={camera}>
            {(props) => (
              <Button
                {...props}
                className={classes['camera'] ?? ''}
                variant="default"
                leftSection={<IconCamera size={18} aria-hidden="true" />}
                aria-label={`Take a photo: ${label}`}
              >
                Take a photo
              </Button>
            )}
          </FileButton>
          <FileButton onChange={take} accept={accept}>
            {(props) => (
              <Button
                {...props}
                data-choose
                variant="default"
                aria-label={`${file ? 'Replace' : 'Choose a file'}: ${label}`}
              >
                {file ? 'Replace' : 'Choose a file'}
              </Button>
            )}
          </FileButton>
          {file && (
            <Button
              className="s-danger-quiet"
              aria-label={`Remove: ${label}`}
              onClick={() => {
                goOn(() => buttons.current?.querySelector<HTMLElement>('[data-choose]'));
                onChange(null);
              }}
            >
              Remove
            </Button>
          )}
        </span>
      </div>
      {preview !== null && (
        <ImageViewer opened={open} onClose={() => setOpen(false)} src={preview} name={file?.name ?? label} />
      )}
    </Field>
  );
}
