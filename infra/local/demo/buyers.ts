/** Who buys in the demo store. */

import { chanceOf, guidOf } from './chance.ts'
import { type DemoEvent, eventAt } from './event.ts'
import { type Country, countryOf } from './places.ts'
import { day, hour, inWakingHours, iso, minute, opened, today } from './time.ts'

export type Address = ReturnType<typeof addressOf>

export interface Buyer {
  id: string
  email: string
  isRegistered: boolean
  /** When they were seen first, which is when they ordered first. */
  since: number
  country: Country
  address: Address
}

const kind = 1
const count = 60
const days = Math.floor((today - opened) / day)

/** First names and names go by at different paces, so that no two buyers share both. */
function nameOf({ firstNames, names }: Country, number: number) {
  const firstName = firstNames[number % firstNames.length] ?? firstNames[0]
  const name = names[(number + 2 * Math.floor(number / firstNames.length)) % names.length] ?? names[0]
  return { firstName, name }
}

export function addressOf(country: Country, number: number) {
  const chance = chanceOf(kind, number)
  const { firstName, name } = nameOf(country, number)
  const [city, province, postalCode, areaCode] = chance.pick(country.cities)
  return {
    ...{ firstName, name, fullName: `${firstName} ${name}` },
    company: chance.oneIn(12) ? `${name} & Co.` : null,
    address1: `${chance.pick(country.streets)} ${1 + chance.below(90)}`,
    address2: null,
    ...{ city, province, postalCode, country: country.code },
    phone: `${country.phoneCode} ${areaCode} 5550${100 + chance.below(900)}`,
    vatNumber: null,
  }
}

/** What an e-mail address may be made of. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z]/g, '')

function buyerOf(_: unknown, number: number): Buyer {
  const country = countryOf(number)
  const address = addressOf(country, number)
  const chance = chanceOf(kind, number + count)
  const date = opened + Math.floor((number * days) / count) * day
  return {
    ...{ country, address, id: guidOf('customer', number) },
    email: `${plain(address.firstName)}.${plain(address.name)}@${chance.pick(['example.com', 'example.org', 'example.net'])}`,
    isRegistered: chance.oneIn(2),
    since: inWakingHours(date, chance.below(900)),
  }
}

/** In the order in which they came. */
export const buyers: Buyer[] = Array.from({ length: count }, buyerOf)

const statusOf = ({ isRegistered }: Buyer) => (isRegistered ? 'Confirmed' : 'Unconfirmed')

/** As orders name them. */
export const userOf = (buyer: Buyer) => ({
  ...{ id: buyer.id, email: buyer.email, status: statusOf(buyer) },
  creationDate: iso(buyer.since),
})

const registration = (buyer: Buyer): DemoEvent =>
  eventAt(buyer.since, 'customer.updated', {
    ...userOf(buyer),
    billingAddress: buyer.address,
    shippingAddress: buyer.address,
    shippingAddressSameAsBilling: true,
  })

const session = ({ id, email }: Buyer, number: number): DemoEvent =>
  eventAt(today - (number % 40) * hour - 7 * minute, 'customer.session.created', {
    token: guidOf('session', number),
    expires: iso(today + (30 + number) * day),
    ...{ customerId: id, email },
  })

const registered = buyers.filter(({ isRegistered }) => isRegistered)

export const buyerEvents: DemoEvent[] = [
  ...registered.map(registration),
  ...registered.filter((_, number) => number % 3 === 0).map(session),
]
