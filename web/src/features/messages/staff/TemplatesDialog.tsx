// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The clinic's texts for replies, as office and administrators keep them: a
 * list, and one of them open to be written. Two people at one text both see
 * what the other wrote before anything is replaced.
 */
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { MessageTemplate } from '../../../api/generated/schema';
import { useCommand } from '../../../api/useCommand';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { toastFailure } from '../../../ui/feedback/toastFailure';
import { EmptyState, ErrorState, Loading } from '../../../ui/feedback/states';
import { removeTemplate } from '../commands';
import { templateList } from '../queries';
import { TemplateForm } from './TemplateForm';
import styles from './staff.module.css';

export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const all = useQuery(templateList());
  const [writing, setWriting] = useState<MessageTemplate | 'new' | null>(null);
  const [removing, setRemoving] = useState<MessageTemplate | null>(null);
  const { busy, run } = useCommand();
  const remove = (one: MessageTemplate) =>
    run(
      async (key) => {
        await removeTemplate(client, one, key);
        setRemoving(null);
      },
      (failure) => {
        setRemoving(null);
        void all.refetch();
        toastFailure(failure);
      },
      one,
    );
  if (removing) {
    return (
      <ConfirmDialog
        opened
        title={`Delete the template “${removing.name}”`}
        question="It can no longer be used in replies. Sent messages are not affected."
        safeLabel="Keep it"
        dangerLabel="Delete"
        busy={busy}
        onConfirm={() => void remove(removing)}
        onClose={() => setRemoving(null)}
      />
    );
  }
  if (writing) {
    return (
      <TemplateForm
        key={writing === 'new' ? 'new' : writing._id}
        template={writing === 'new' ? null : writing}
        onDone={() => setWriting(null)}
      />
    );
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Templates"
      size={720}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setWriting('new')}>
            Add a template
          </Button>
        </>
      }
    >
      {all.isPending ? (
        <Loading text="Loading..." rows={4} />
      ) : all.isError ? (
        <ErrorState error={all.error} onRetry={() => void all.refetch()} />
      ) : all.data.length === 0 ? (
        <EmptyState text="No templates yet" hint="Templates you add are available to all staff." />
      ) : (
        <ul className={styles.templates}>
          {all.data.map((one) => (
            <li key={one._id}>
              <div>
                <strong>{one.name}</strong>
                <p className={styles.templateBody}>{one.body}</p>
              </div>
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={`Edit ${one.name}`}
                onClick={() => setWriting(one)}
              >
                <IconPencil size={18} aria-hidden="true" />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                size={36}
                aria-label={`Delete ${one.name}`}
                onClick={() => setRemoving(one)}
              >
                <IconTrash size={18} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
