// SPDX-License-Identifier: AGPL-3.0-or-later

// Fetches the card of the sleep study requests, which no patient sees, with the pad that a signature is drawn on.
import { type ComponentType, Suspense } from 'react';
import type { UserView } from '../../api/generated/schema';
import { lazyPart } from '../../ui/chunks';
import { Loading } from '../../ui/feedback/states';

interface LazySleepRequestsCardProps {
  readonly me: UserView;
}

const Drawn: ComponentType<LazySleepRequestsCardProps> = lazyPart(
  async () => (await import('./SleepRequestsCard')).SleepRequestsCard,
);

export function LazySleepRequestsCard(props: LazySleepRequestsCardProps) {
  return (
    <Suspense fallback={<Loading rows={1} />}>
      <Drawn {...props} />
    </Suspense>
  );
}
