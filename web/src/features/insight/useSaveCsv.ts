// SPDX-License-Identifier: AGPL-3.0-or-later

/** Has the browser keep what is shown as a table for a spreadsheet. */
import type { InsightPart } from '../../api/generated/schema';
import { useCommand } from '../../api/useCommand';
import { toastUnread } from '../../ui/feedback/toastFailure';
import { saveFile } from '../../ui/files/saveFile';
import { clinicDay } from '../../ui/format';
import { lastDays, type Sight, USUAL_DAYS } from './address';
import { insightCsv } from './queries';

/** As the server names it. */
function fileName(part: InsightPart, { days }: Sight): string {
  const { from, to } = days ?? lastDays(USUAL_DAYS, clinicDay(new Date()));
  return `insight-${from}-${to}-${part}.csv`;
}

export function useSaveCsv() {
  const { busy, run } = useCommand();
  const save = (part: InsightPart, sight: Sight) =>
    void run(async () => saveFile(await insightCsv(part, sight), fileName(part, sight)), toastUnread);
  return { busy, save };
}
