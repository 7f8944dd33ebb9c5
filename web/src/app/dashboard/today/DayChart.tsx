// SPDX-License-Identifier: AGPL-3.0-or-later

/** The bars of the day, outlined, filled and dashed; what they say is in the table behind them. */
import { BarChart, type BarChartSeries } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { TodayView } from '../../../api/generated/schema';
import { formatTime } from '../../../ui/format';
import { hourText } from './words';

const HEIGHT = 150;

interface Props {
  readonly hours: TodayView['day']['hours'];
  readonly thisHour: number;
  readonly now: Date;
}

const SERIES: BarChartSeries[] = [
  { name: 'received', label: 'Received', color: 'var(--s-plain-border)' },
  { name: 'decided', label: 'Decided', color: 'var(--s-primary)' },
  { name: 'usual', label: 'Usual', color: 'var(--s-border)' },
];

const LOOKS: Readonly<Record<string, { fill?: string; stroke: string; strokeDasharray?: string }>> = {
  received: { stroke: 'var(--s-border)' },
  decided: { stroke: 'var(--s-primary)' },
  usual: { fill: 'transparent', stroke: 'var(--s-border)', strokeDasharray: '3 2' },
};

export function DayChart({ hours, thisHour, now }: Props) {
  const data = hours.map(({ hour, received, decided, usual }) => {
    const isPast = hour <= thisHour;
    return {
      hour: hourText(hour),
      received: isPast ? received : null,
      decided: isPast ? decided : null,
      usual: isPast ? null : usual,
    };
  });
  return (
    <div aria-hidden="true">
      <BarChart
        h={HEIGHT}
        data={data}
        dataKey="hour"
        series={SERIES}
        gridAxis="x"
        strokeDasharray="0"
        gridColor="var(--s-hairline)"
        textColor="var(--s-text-2)"
        tickLine="none"
        withTooltip={false}
        maxBarWidth={12}
        referenceLines={[
          {
            x: hourText(thisHour),
            label: `Now ${formatTime(now.toISOString())}`,
            color: 'var(--s-text)',
            labelPosition: 'insideTopLeft',
          },
        ]}
        barProps={({ name }) => ({
          ...LOOKS[name],
          fillOpacity: 1,
          strokeOpacity: 1,
          isAnimationActive: false,
        })}
        barChartProps={{ accessibilityLayer: false, margin: { top: 16 }, barGap: 1 }}
        yAxisProps={{ width: 28, allowDecimals: false }}
        xAxisProps={{ interval: 3 }}
      />
    </div>
  );
}
