/** A small chart that shows how many units of a product were sold on each day. */

import { Sparkline } from '@mantine/charts'
import '@mantine/charts/styles.css'

interface SalesChartProps {
  label: string
  units: number[]
}

export const SalesChart = ({ label, units }: SalesChartProps) => (
  <div role="img" aria-label={label}>
    <Sparkline w="100%" h={56} data={units} curveType="monotone" color="indigo.7" fillOpacity={0.2} strokeWidth={2} />
  </div>
)
