// The fee schedule, from the settings: the amounts shown are the amounts the server charges.
import { Table } from '@mantine/core';
import { useSettings } from '../../../api/queries';
import { money } from '../../../ui/format';

export function FeesText() {
  const { fees, product } = useSettings();
  const rows = fees.withCard.map((withCard, at) => ({
    count: at + 1,
    withCard,
    without: fees.withoutCard[at] ?? 0,
  }));
  return (
    <>
      <p>
        {product} is a private service. Its fees are not covered by the provincial health card. All amounts
        are in Canadian dollars, for one request.
      </p>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Prescriptions</Table.Th>
            <Table.Th scope="col" ta="right">
              With a valid BC Services Card
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Without
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.count}>
              <Table.Th scope="row">{row.count}</Table.Th>
              <Table.Td ta="right">{money(row.withCard)}</Table.Td>
              <Table.Td ta="right">{money(row.without)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <p>
        Each additional prescription is {money(fees.additional)}. Prices can change; the fee of a request is
        shown before you pay.
      </p>
      <p>Fees are non-refundable, except for the part that falls on medications a doctor refuses.</p>
    </>
  );
}
