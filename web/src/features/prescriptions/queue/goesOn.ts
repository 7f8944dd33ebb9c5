// SPDX-License-Identifier: AGPL-3.0-or-later

/** Whether the next patient opens by itself once one is finished: kept on this device, and on at first. */
import { deviceSwitch } from '../../../ui/deviceSwitch';

export const goesOnSwitch = deviceSwitch('salal.goes-on');
