/** The numbers under which the demo store's parcels and letters can be followed. */

import { gramsOf } from './basket.ts'
import type { DemoOrder } from './orders.ts'
import { letterGrams } from './shipping-methods.ts'

const digitsOf = (text: string) => [...text].map(Number)

/** As on parcels: the sender's prefix, a number and a check digit that makes the weighted sum a multiple of ten. */
function parcelNumber(number: number): string {
  const code = `34043416${String(109_000_000 + number * 7919)}`
  const sum = digitsOf(code).reduce((all, digit, place) => all + digit * (place % 2 === 0 ? 3 : 1), 0)
  return `00${code}${(10 - (sum % 10)) % 10}`
}

const weights = [8, 6, 4, 2, 3, 5, 9, 7]

/** As the world's post offices agreed on: what it is, a number with its check digit, and where it was posted. */
function postNumber(service: 'RR' | 'CY', number: number): string {
  const code = String(40_000_000 + number * 7919)
  const sum = digitsOf(code).reduce((all, digit, place) => all + digit * (weights[place] ?? 0), 0)
  const rest = 11 - (sum % 11)
  return `${service}${code}${rest === 10 ? 0 : rest === 11 ? 5 : rest}DE`
}

function numberOf({ lines, destination, number }: DemoOrder): string {
  if (gramsOf(lines) <= letterGrams) return postNumber('RR', number)
  return destination.country.code === 'DE' ? parcelNumber(number) : postNumber('CY', number)
}

/** As orders name them. */
export function trackingOf(order: DemoOrder) {
  const trackingNumber = numberOf(order)
  return { trackingNumber, trackingUrl: `https://parcels.example.com/${trackingNumber}` }
}
