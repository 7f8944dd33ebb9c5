// SPDX-License-Identifier: AGPL-3.0-or-later

// The review queue, with what waits besides prescriptions at its foot.
import { OtherWork } from '../../features/operations/OtherWork';
import { QueuePage } from '../../features/prescriptions/queue/QueuePage';

export function WorkQueuePage() {
  return <QueuePage footer={<OtherWork />} />;
}
