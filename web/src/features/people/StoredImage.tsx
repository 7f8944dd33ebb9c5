// SPDX-License-Identifier: AGPL-3.0-or-later

// A stored picture or PDF of the own record: a small picture that opens large, or a link to the paper.
import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { FileRef } from '../../api/generated/schema';
import { ImageViewer } from '../../ui/files/ImageViewer';
import { useBlobAddress } from '../../ui/files/useBlobAddress';
import classes from './people.module.css';
import { useStoredFile } from './storedFile';

export function StoredImage({ file, name }: { readonly file: FileRef; readonly name: string }) {
  const stored = useStoredFile(file._id);
  const address = useBlobAddress(stored.data);
  const [open, setOpen] = useState(false);
  if (stored.isError) return <span className={classes['unseen']}>This picture cannot be shown now.</span>;
  if (file.type === 'application/pdf') {
    return (
      <a className="s-link" href={address ?? undefined} target="_blank" rel="noreferrer">
        <IconFileTypePdf size={20} aria-hidden="true" /> {name}
      </a>
    );
  }
  return (
    <>
      <button
        type="button"
        className={classes['picture']}
        aria-label={`View ${name}`}
        onClick={() => setOpen(address !== null)}
      >
        {address === null ? <IconPhoto size={28} aria-hidden="true" /> : <img src={address} alt="" />}
      </button>
      {address !== null && (
        <ImageViewer opened={open} onClose={() => setOpen(false)} src={address} name={name} />
      )}
    </>
  );
}
