/** The demo store's calendar: two years that end on a fixed day, as what is sent again must be what was sent before; only carts are younger. */

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const opened = Date.parse('2024-11-16T00:00:00Z')
/** What would happen later has not happened yet. */
export const today = Date.parse('2026-11-15T20:00:00Z')

export const iso = (time: number) => new Date(time).toISOString()

/** Shops are busy from eight in the morning to eleven at night. */
export const inWakingHours = (date: number, minutes: number) =>
  Math.floor(date / day) * day + 8 * hour + (minutes % (15 * 60)) * minute
