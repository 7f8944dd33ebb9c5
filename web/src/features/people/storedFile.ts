// SPDX-License-Identifier: AGPL-3.0-or-later

// A stored file, once it is known which one.
import { useQuery } from '@tanstack/react-query';
import { storedFile } from './queries';

export function useStoredFile(id: string | null) {
  return useQuery({ ...storedFile(id ?? ''), enabled: id !== null });
}
