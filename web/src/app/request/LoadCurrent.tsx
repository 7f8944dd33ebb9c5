// SPDX-License-Identifier: AGPL-3.0-or-later

// The box that fills the request with all medications of the medical information, as far as they may
// be refilled, and takes them out again.
import { Checkbox } from '@mantine/core';
import { type LoadedMedications, loadedText } from '../../features/prescriptions/currentMedications';

interface LoadCurrentProps {
  /** How many are recorded. */
  readonly taken: number;
  readonly recorded: LoadedMedications;
  /** How many of the request's lines the box took in. */
  readonly added: number;
  readonly checked: boolean;
  readonly onLoad: () => void;
  readonly onUnload: () => void;
}

export function LoadCurrent(props: LoadCurrentProps) {
  const { taken, recorded, added, checked, onLoad, onUnload } = props;
  if (taken === 0) return null;
  const words = checked
    ? loadedText(added, recorded.leftOut.length)
    : `${taken === 1 ? '1 medication is' : `${taken} medications are`} in your medical information.`;
  return (
    <Checkbox
      mt={8}
      label="Add my current medications"
      checked={checked}
      description={<span role="status">{words}</span>}
      onChange={(event) => (event.currentTarget.checked ? onLoad() : onUnload())}
    />
  );
}
