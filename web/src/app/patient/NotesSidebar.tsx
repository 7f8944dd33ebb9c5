// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * The notes beside the sections, with what they take from other features: the
 * medications a question may be saved for, and the files of a reply.
 */
import { useQuery } from '@tanstack/react-query';

import { rememberForClass } from '../../features/billing/commands';
import { Attachments } from '../../features/messages/Attachments';
import { NotesPanel } from '../../features/notes/NotesPanel';
import type { FileList } from '../../features/notes/Replies';
import { pendingPrescriptions } from '../../features/prescriptions/review/queries';
import { lazyPart } from '../../ui/chunks';

// Drawing PDF pages takes a large library: it comes when somebody opens such a file.
const PdfPages = lazyPart(async () => (await import('../../features/fax/PdfPages')).PdfPages);

const fileList: FileList = (files) => <Attachments files={files} Pdf={PdfPages} />;

type Props = {
  personId: string;
  openItem: string | undefined;
  /** Told before the box takes the focus. */
  onWrite: () => void;
};

export function NotesSidebar({ personId, openItem, onWrite }: Props) {
  const pending = useQuery(pendingPrescriptions(personId)).data ?? [];
  const related = pending
    .flatMap((prescription) => prescription.medications)
    .filter((line) => line.tc_ahfs_numbers.length > 0)
    .map((line) => ({ name: line.name, numbers: line.tc_ahfs_numbers }));
  return (
    <NotesPanel
      personId={personId}
      openItem={openItem}
      prescriptionId={pending[0]?._id}
      related={related}
      onSaveQuestion={async (number, question) => {
        await rememberForClass({ tc_ahfs_number: number, question });
      }}
      fileList={fileList}
      onWrite={onWrite}
    />
  );
}
