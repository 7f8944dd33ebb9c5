// SPDX-License-Identifier: AGPL-3.0-or-later

// Makes what every instance of the run begins with.
import { makeCommonDemo } from './instance';

// The test runner takes only this form.
// oxlint-disable-next-line import/no-default-export
export default makeCommonDemo;
