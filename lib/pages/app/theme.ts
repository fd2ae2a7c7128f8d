/** The look of all components. */

import { Badge, createTheme, type MantineColorsTuple, Modal, Table } from '@mantine/core'

/** Mantine's red has too little contrast for the text of buttons. */
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
    /** Statuses are words, which are never cut off. */
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600, miw: 'max-content', variant: 'light' } }),
    /** The heading of a dialog is not a banner of the page. */
    Modal: Modal.extend({ defaultProps: { attributes: { header: { role: 'presentation' } } } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 8, fz: 'sm' } }),
  },
})
