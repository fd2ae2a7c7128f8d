/** The look of all components. */

import { Badge, createTheme, Table } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 7,
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, sans-serif',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    /** Statuses are words, which are never cut off. */
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600, miw: 'fit-content', variant: 'light' } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 8, fz: 'sm' } }),
  },
})
