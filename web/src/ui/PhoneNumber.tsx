// A telephone or fax number: never broken over two lines, since its hyphens invite it.
import { phone } from './format';

export function PhoneNumber({ number }: { readonly number: string | null | undefined }) {
  return <span className="s-nowrap">{phone(number)}</span>;
}
