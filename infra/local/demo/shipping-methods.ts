/** How the demo store sends what was bought: the farther, the dearer. */

import { NewShippingMethod } from '../../../lib/shipping/schemas.ts'

/** What is heavier goes as a parcel. */
export const letterGrams = 500

const letter = (cost: number) => [{ cost, weight: { to: letterGrams } }]
const parcel = (light: number, heavy: number) => [
  { cost: light, weight: { to: 2000 } },
  { cost: heavy, weight: { from: 2001, to: 10_000 } },
]
const within = (...codes: string[]) => ({
  countryCondition: codes.map(countryCode => ({ countryCode })),
})

const europe = ['CH', 'FR', 'IT', 'NL', 'SE']
const soon = { minimumDaysForDelivery: 2, maximumDaysForDelivery: 4 }

const idOf = (number: number) => `01980000-0000-7000-8000-00000054190${number}`

const wanted = [
  {
    name: 'Standard parcel',
    rates: parcel(4.9, 8.9),
    guaranteedEstimatedDelivery: soon,
    ...within('DE', 'AT'),
  },
  { name: 'Letter', rates: letter(1.8), ...within('DE') },
  {
    name: 'Free from 80',
    rates: [{ cost: 0, weight: { to: 10_000 } }],
    onOrderTotalAbove: 80,
    ...within('DE'),
  },
  { name: 'Letter within Europe', rates: letter(3.7), ...within('AT', ...europe) },
  { name: 'Parcel within Europe', rates: parcel(14.9, 19.9), ...within(...europe) },
  { name: 'Letter overseas', rates: letter(6.9), ...within('US') },
  { name: 'Parcel overseas', rates: parcel(24.9, 39.9), ...within('US') },
]

/** By id: the samples read and change the first and delete the second. */
export const shippingMethods: [id: string, NewShippingMethod][] = wanted.map((method, index) => [
  idOf(index + 1),
  NewShippingMethod.parse({ ...method, currency: 'EUR' }),
])
