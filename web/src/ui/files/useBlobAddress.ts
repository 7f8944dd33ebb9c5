// SPDX-License-Identifier: AGPL-3.0-or-later

// The address of bytes in this page, for as long as they are shown.
import { useEffect, useState } from 'react';

export function useBlobAddress(blob: Blob | null | undefined): string | null {
  const [made, setMade] = useState<{ readonly of: Blob; readonly address: string } | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const address = URL.createObjectURL(blob);
    // The address is the browser's, made and taken back with the bytes.
    // oxlint-disable-next-line react/set-state-in-effect
    setMade({ of: blob, address });
    return () => URL.revokeObjectURL(address);
  }, [blob]);
  // An address of the bytes before is no address of these.
  return made !== null && made.of === blob ? made.address : null;
}
