// SPDX-License-Identifier: AGPL-3.0-or-later

/** The question after a bill: does this diagnosis stand for the class of the listed medications? */
import { Button, Group, Text } from '@mantine/core';
import type { DiagnosisView, PrescriptionView } from '../../api/generated/schema';
import { useCommand } from '../../api/useCommand';
import { Dialog } from '../../ui/dialogs/Dialog';
import { toastFailure } from '../../ui/feedback/toastFailure';
import { toast } from '../../ui/feedback/toasts';
import css from './billing.module.css';
import { rememberForClass } from './commands';
import { diagnosisText } from './DiagnosisSearch';

interface Props {
  readonly diagnosis: DiagnosisView;
  readonly classNumber: string;
  readonly medications: readonly PrescriptionView['medications'][number][];
  readonly onClose: () => void;
}

export function ApplyCode({ diagnosis, classNumber, medications, onClose }: Props) {
  const { busy, run } = useCommand();
  const apply = () =>
    run(
      async (key) => {
        const { message } = await rememberForClass(
          { tc_ahfs_number: classNumber, diagnosisCode: diagnosis.code },
          key,
        );
        toast.success(message);
        onClose();
      },
      (failure) => toastFailure(failure),
    );
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Apply the diagnosis code"
      footer={
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            No
          </Button>
          <Button data-autofocus loading={busy} onClick={() => void apply()}>
            Yes
          </Button>
        </Group>
      }
    >
      <Text mb="sm">
        {`Apply the diagnosis code ${diagnosisText(diagnosis)} to the listed medications? It will be used on bills for all class ${classNumber} medications.`}
      </Text>
      <ul className={css['medications']}>
        {medications.map((one) => (
          <li key={one._id}>{one.name}</li>
        ))}
      </ul>
    </Dialog>
  );
}
