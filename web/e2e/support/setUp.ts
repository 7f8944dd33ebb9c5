// Makes what every house of the run begins with.
import { makeCommonDemo } from './house';

// The test runner takes only this form.
// oxlint-disable-next-line import/no-default-export
export default makeCommonDemo;
