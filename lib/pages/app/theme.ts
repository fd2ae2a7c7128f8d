/** The Mantine theme: colors, and default properties of components. */

import { Badge, createTheme, type MantineColorsTuple, Modal, Table } from '@mantine/core'

/** The last three shades are darker than Mantine's, which have too little contrast for the text of buttons. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#fa5252',
  '#d12f2f',
  '#c02828',
  '#a82222',
]

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 7,
  colors: { red },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, sans-serif',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    /** Badges show statuses as words, which must not be cut off. */
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600, miw: 'max-content', variant: 'light' } }),
    /** The `header` element of a dialog gets this role. Without it, screen readers would announce a banner. */
    Modal: Modal.extend({ defaultProps: { attributes: { header: { role: 'presentation' } } } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 8, fz: 'sm' } }),
  },
})
