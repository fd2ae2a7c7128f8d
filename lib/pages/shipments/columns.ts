/** The widths of the columns of a shipment, in twelfths. On narrow screens, they are below each other. */

export const widths = [
  { base: 12, md: 2.5 },
  { base: 12, md: 3 },
  { base: 12, md: 3.5 },
  { base: 12, md: 3 },
]
