// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The same draft was written on two machines: both texts side by side, and the
 * author says what goes on. Neither is thrown away before that.
 */
import { Button, Group, Text } from '@mantine/core';

import type { NoteDraft } from '../../api/generated/schema';
import { Dialog } from '../../ui/dialogs/Dialog';
import { formatDateTime } from '../../ui/format';
import styles from './notes.module.css';

type Props = {
  mine: string;
  theirs: Pick<NoteDraft, 'text' | 'updatedAt'>;
  onKeep: (text: string) => void;
  onTheirs: () => void;
};

export function DraftConflict({ mine, theirs, onKeep, onTheirs }: Props) {
  return (
    <Dialog
      opened
      onClose={onTheirs}
      closable={false}
      title="This draft was changed on another device"
      size="lg"
      footer={
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onTheirs}>
            Use the other
          </Button>
          <Button variant="default" onClick={() => onKeep(mine)}>
            Keep this one
          </Button>
          <Button data-autofocus onClick={() => onKeep(`${theirs.text.trimEnd()}\n\n${mine}`)}>
            Keep both
          </Button>
        </Group>
      }
    >
      <Text mb="sm">Nothing was overwritten. “Keep both” adds this text below the other.</Text>
      <div className={styles.sides}>
        <section>
          <h3 className={styles.sideTitle}>The other, saved {formatDateTime(theirs.updatedAt)}</h3>
          <p className={styles.side}>{theirs.text}</p>
        </section>
        <section>
          <h3 className={styles.sideTitle}>This one, not saved</h3>
          <p className={styles.side}>{mine}</p>
        </section>
      </div>
    </Dialog>
  );
}
