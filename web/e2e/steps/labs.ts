// SPDX-License-Identifier: AGPL-3.0-or-later

// Files of laboratory results: what a laboratory sends of a demo patient, and its import.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { currentInstance, PROGRAM } from '../support/instance';

/** Maren Holloway of the demo. */
const PATIENT = 'PID|1||9900000305^^^BC^JHN||HOLLOWAY^MAREN||19680412|F';

/** A message of results with these segments. */
export function labMessage(segments: readonly string[], patient = PATIENT): string {
  const header = 'MSH|^~\\&|LIS|Cedar Invented Laboratory|EMR|SALAL|20251118150000-0800||ORU^R01|E-1|P|2.3';
  return `${[header, patient, ...segments].join('\r')}\r`;
}

/** Imports a text as a file, as the operator does; gives what the program says. */
export async function importLabs(text: string): Promise<string> {
  const { folder } = currentInstance();
  const file = join(folder, `labs-${Date.now()}.hl7`);
  writeFileSync(file, text);
  const env = { ...process.env, SALAL_DATABASE_URL: `sqlite://${folder}/salal.db?mode=rwc` };
  const { stdout } = await promisify(execFile)(PROGRAM, ['import', 'labs', file], { env });
  return stdout;
}
