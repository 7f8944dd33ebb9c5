// SPDX-License-Identifier: AGPL-3.0-or-later

// After the last test: the folder of the run goes, unless somebody named one to keep.
import { rmSync } from 'node:fs';
import { runFolder } from './instance';

// The test runner takes only this form.
// oxlint-disable-next-line import/no-default-export
export default function cleanUp(): void {
  if (process.env['SALAL_E2E_KEEP'] === undefined) rmSync(runFolder(), { recursive: true, force: true });
}
