// SPDX-License-Identifier: AGPL-3.0-or-later

/** What every card of insight is given. */
import type { InsightView } from '../../api/generated/schema';
import type { Sight } from './address';

export interface CardProps {
  /** None while it is on its way. */
  readonly view: InsightView | undefined;
  readonly sight: Sight;
}
