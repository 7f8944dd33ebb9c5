// SPDX-License-Identifier: AGPL-3.0-or-later

/** Choosing one of the clinic's texts to reply with: type a few letters, Enter takes it. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ChoiceList } from '../../../ui/choices/ChoiceList';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { ErrorState } from '../../../ui/feedback/states';
import { templateList } from '../queries';

type Props = {
  onChoose: (body: string) => void;
  /** Opens the list that office and administrators keep. */
  onManage: (() => void) | undefined;
  onClose: () => void;
};

export function TemplatePicker({ onChoose, onManage, onClose }: Props) {
  const [text, setText] = useState('');
  const all = useQuery(templateList());
  const wanted = text.trim().toLowerCase();
  const found = (all.data ?? []).filter(
    ({ name, body }) => name.toLowerCase().includes(wanted) || body.toLowerCase().includes(wanted),
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Templates"
      size={620}
      footer={
        onManage && (
          <Button
            variant="default"
            onClick={() => {
              onClose();
              onManage();
            }}
          >
            Edit the templates
          </Button>
        )
      }
    >
      {all.isError ? (
        <ErrorState error={all.error} onRetry={() => void all.refetch()} />
      ) : (
        <ChoiceList
          label="Find a template"
          placeholder="Find a template..."
          text={text}
          onText={setText}
          groups={[
            {
              title: 'Templates',
              choices: found.map(({ _id, name, body }) => ({ id: _id, label: name, hint: body })),
            },
          ]}
          onChoose={(id) => {
            const template = found.find((one) => one._id === id);
            if (template) onChoose(template.body);
          }}
          busy={all.isPending}
          empty={
            wanted === ''
              ? 'No templates yet. The office writes them in the inbox, under Templates.'
              : 'No templates match.'
          }
        />
      )}
    </Dialog>
  );
}
