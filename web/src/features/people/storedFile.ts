// SPDX-License-Identifier: AGPL-3.0-or-later

// A stored file, read with the session: its address cannot be used by anybody else. Apart from the other
// calls, as the top bar of every screen shows a picture.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callBlob } from '../../api/client';
import { keys } from '../../api/queries';

export function useStoredFile(id: string | null): UseQueryResult<Blob> {
  return useQuery({
    queryKey: keys.file(id ?? ''),
    queryFn: ({ signal }) => callBlob(`/file/${id ?? ''}`, { signal }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
