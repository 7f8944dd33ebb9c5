// SPDX-License-Identifier: AGPL-3.0-or-later

/** Past records, all after the first of the list; each opens in a dialog. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MedicalInfo } from '../../api/generated/schema';
import { Dialog } from '../../ui/dialogs/Dialog';
import { formatDateTime } from '../../ui/format';
import { Card } from '../../ui/page/Card';
import { MedicalInfoView } from './MedicalInfoView';
import css from './MedicalInfoView.module.css';

export function MedicalHistory({ records }: { records: MedicalInfo[] }) {
  const [shown, setShown] = useState<MedicalInfo | null>(null);
  const past = records.slice(1);
  if (past.length === 0) return null;
  return (
    <Card title="Past records">
      <ul className={css.history}>
        {past.map((record) => (
          <li key={record._id}>
            <Button variant="default" onClick={() => setShown(record)}>
              {titleOf(record)}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown ? titleOf(shown) : ''}
        size="lg"
      >
        {shown ? <MedicalInfoView record={shown} /> : null}
      </Dialog>
    </Card>
  );
}

/** "Check at {date}" (patient side section 2). */
function titleOf(record: MedicalInfo): string {
  return `Check at ${record.CreatedAt ? formatDateTime(record.CreatedAt) : 'an unknown date'}`;
}
