import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ExchangeRates, offers, type Parcel } from '../../lib/shipping/index.ts'
import { ShippingMethod } from '../../lib/shipping/schemas.ts'

const method = (said: object) =>
  ShippingMethod.parse({
    Id: '01980000-0000-7000-8000-000000000001',
    name: 'Parcel',
    rates: [{ cost: 10 }],
    guaranteedEstimatedDelivery: {},
    countryCondition: [],
    ...said,
  })

const toMontreal: Parcel = {
  country: 'CA',
  province: 'QC',
  postalCode: 'H2X 1Y4',
  weightInGrams: 1000,
  total: 100,
  currency: 'CAD',
}
const exchange: ExchangeRates = { USD: 1.3733, JPY: 0.0091 }

const costs = (said: object, parcel: Partial<Parcel> = {}) =>
  offers([method(said)], { ...toMontreal, ...parcel }, exchange).map(({ cost }) => cost)

const taken = [10]
const refused: number[] = []

describe('where to', () => {
  const quebec = [{ countryCode: 'CA', provinceCode: 'QC' }]
  test.each<[string, object, Partial<Parcel>, number[]]>([
    ['no condition takes all', {}, { country: 'NZ' }, taken],
    ['no condition takes a parcel that says nothing', {}, { country: '', province: null }, taken],
    ['a country', { countryCondition: [{ countryCode: 'CA' }] }, {}, taken],
    ['another country', { countryCondition: [{ countryCode: 'US' }] }, {}, refused],
    ['one of several', { countryCondition: [{ countryCode: 'US' }, ...quebec] }, {}, taken],
    ['the province', { countryCondition: quebec }, {}, taken],
    ['another province', { countryCondition: quebec }, { province: 'ON' }, refused],
    ['no province', { countryCondition: quebec }, { province: null }, refused],
    ["another country's province", { countryCondition: quebec }, { country: 'US' }, refused],
    ['in any case', { countryCondition: quebec }, { country: 'ca', province: ' qc ' }, taken],
    ['the rate’s place', { rates: [{ cost: 10, location: { country: 'CA', province: 'qc' } }] }, {}, taken],
    ['a rate for elsewhere', { rates: [{ cost: 10, location: { country: 'US' } }] }, {}, refused],
    ['a rate for nowhere in particular', { rates: [{ cost: 10, location: {} }] }, {}, taken],
  ])('%s', (_, said, parcel, expected) => expect(costs(said, parcel)).toEqual(expected))
})

describe('postal codes', () => {
  test.each<[string, string | null, number[]]>([
    ['^[GHJ]', 'H2X 1Y4', taken],
    ['^[GHJ]', 'K1A 0B1', refused],
    ['^[GHJ]', ' h2x 1y4 ', taken],
    ['2X', 'H2X 1Y4', taken],
    ['^2X', 'H2X 1Y4', refused],
    ['1Y4$', 'H2X 1Y4 ', taken],
    ['(?-i)h', 'H2X 1Y4', refused],
    ['.', null, refused],
    ['^$', null, taken],
    ['^(7|8[0-9])[0-9]{3}$', '80331', taken],
    ['^(7|8[0-9])[0-9]{3}$', '7033', taken],
    ['^(7|8[0-9])[0-9]{3}$', '70331', refused],
    ['(a+)+$', `${'a'.repeat(5000)}!`, refused],
  ])('%s in %s', (postalCodeRegex, postalCode, expected) =>
    expect(costs({ postalCodeRegex }, { postalCode })).toEqual(expected),
  )
})

describe('weight, bounds included', () => {
  const weighing = (weight: object, weightInGrams: number) =>
    costs({ rates: [{ cost: 10, weight }] }, { weightInGrams })
  test.each<[object, number, number[]]>([
    [{ from: 500, to: 2000 }, 499, refused],
    [{ from: 500, to: 2000 }, 500, taken],
    [{ from: 500, to: 2000 }, 2000, taken],
    [{ from: 500, to: 2000 }, 2000.5, refused],
    [{ from: 500 }, 1_000_000, taken],
    [{ from: 500 }, 0, refused],
    [{ to: 2000 }, 0, taken],
    [{ to: 2000 }, 2001, refused],
    [{ to: 0 }, 0, taken],
    [{ to: 0 }, 1, refused],
    [{}, 1_000_000, taken],
  ])('%j takes %d g: %j', (weight, grams, expected) => expect(weighing(weight, grams)).toEqual(expected))
})

describe('order total, bound included', () => {
  test.each<[object, number, number[]]>([
    [{ onOrderTotalAbove: 100 }, 99.99, refused],
    [{ onOrderTotalAbove: 100 }, 100, taken],
    [{ onOrderTotalAbove: 0.3 }, 0.3, taken],
    [{ onOrderTotalAbove: 0 }, 0, taken],
    [{}, 0, taken],
  ])('%j takes an order of %d: %j', (said, total, expected) =>
    expect(costs(said, { total })).toEqual(expected),
  )

  test('is compared in the cart’s currency', () => {
    const said = { currency: 'USD', onOrderTotalAbove: 100 }
    expect(costs(said, { total: 137.32 })).toEqual([])
    expect(costs(said, { total: 137.33 })).toEqual([13.73])
  })
})

describe('currency', () => {
  test.each<[string, object, Partial<Parcel>, number[]]>([
    ['none is charged as it is', { rates: [{ cost: 10 }] }, { currency: 'USD' }, [10]],
    ["the cart's own needs no rate", { currency: 'CAD' }, {}, [10]],
    ["the cart's own in small letters", { currency: 'CAD' }, { currency: 'cad' }, [10]],
    ['another is converted to the cent', { currency: 'USD', rates: [{ cost: 4.99 }] }, {}, [6.85]],
    ['halves are rounded up', { currency: 'JPY', rates: [{ cost: 50 }] }, {}, [0.46]],
    ['exactly: 1.005 would be 1.00 in floats', { currency: 'USD', rates: [{ cost: 1.5 }] }, {}, [2.06]],
    ['free stays free', { currency: 'USD', rates: [{ cost: 0 }] }, {}, [0]],
    ['unknown is not offered', { currency: 'SEK' }, {}, []],
  ])('%s', (_, said, parcel, expected) => expect(costs(said, parcel)).toEqual(expected))

  test.each(['USD', 'usd', ' Usd '])('the rate of %j is found', code => {
    const offered = offers([method({ currency: 'USD' })], toMontreal, { JPY: 0.0091, [code]: 1.3733 })
    expect(offered).toMatchObject([{ cost: 13.73 }])
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a rate of %d is none', rate => {
    expect(offers([method({ currency: 'USD' })], toMontreal, { USD: rate })).toEqual([])
  })

  test('is rounded as people do, not as floats do', () => {
    expect(
      offers([method({ currency: 'USD', rates: [{ cost: 1 }] })], toMontreal, { USD: 1.005 }),
    ).toMatchObject([{ cost: 1.01 }])
  })
})

describe('which is offered', () => {
  test('the cheapest rate of each method, the cheapest method first, the earlier one of equals', () => {
    const named = (name: string, rates: number[]) => method({ name, rates: rates.map(cost => ({ cost })) })
    const methods = [named('A', [20, 15]), named('B', [8]), named('C', [30, 8, 9]), named('D', [0])]
    expect(offers(methods, toMontreal, exchange).map(({ name, cost }) => [name, cost])).toEqual([
      ['D', 0],
      ['B', 8],
      ['C', 8],
      ['A', 15],
    ])
  })

  test('only among the rates that apply', () => {
    const rates = [
      { cost: 5, weight: { to: 999 } },
      { cost: 7, weight: { from: 1000 } },
      { cost: 6, location: { country: 'US' } },
    ]
    expect(costs({ rates })).toEqual([7])
  })

  test('is compared in one currency', () => {
    const methods = [
      method({ name: 'Dollars', currency: 'USD' }),
      method({ name: 'At home', rates: [{ cost: 12 }] }),
    ]
    expect(offers(methods, toMontreal, exchange).map(({ name }) => name)).toEqual(['At home', 'Dollars'])
  })

  test('names the method, its translation and when it arrives', () => {
    const said = {
      localizationId: 'shipping.parcel',
      guaranteedEstimatedDelivery: { minimumDaysForDelivery: 2, maximumDaysForDelivery: null },
    }
    expect(offers([method(said)], toMontreal, exchange)).toEqual([
      { methodId: '01980000-0000-7000-8000-000000000001', name: 'Parcel', cost: 10, ...said },
    ])
  })

  test('nothing where there is nothing', () => expect(offers([], toMontreal, exchange)).toEqual([]))
})

test('no rate that applies is cheaper than the first offer, and no offer is of a rate that does not apply', () => {
  const bound = fc.option(fc.integer({ min: 0, max: 10 }))
  const country = fc.constantFrom('CA', 'US')
  const rate = fc
    .record({
      cents: fc.integer({ min: 0, max: 500 }),
      from: bound,
      to: bound,
      country: fc.option(country),
    })
    .filter(({ from, to }) => from === null || to === null || from <= to)
  const generated = fc.record({
    rates: fc.array(rate, { minLength: 1, maxLength: 4 }),
    above: bound,
    countries: fc.array(country, { maxLength: 1 }),
  })
  const parcels = fc.record({ country, weightInGrams: fc.nat(10), total: fc.nat(10) })
  const applies = fc.property(fc.array(generated, { maxLength: 5 }), parcels, (wanted, parcel) => {
    const methods = wanted.map(({ rates, above, countries }) =>
      method({
        rates: rates.map(({ cents, from, to, country }) => ({
          cost: cents / 100,
          weight: { from, to },
          location: { country },
        })),
        onOrderTotalAbove: above,
        countryCondition: countries.map(countryCode => ({ countryCode })),
      }),
    )
    const applicable = wanted
      .filter(({ above }) => above === null || above <= parcel.total)
      .filter(({ countries }) => countries.every(country => country === parcel.country))
      .map(({ rates }) =>
        rates
          .filter(({ from }) => from === null || from <= parcel.weightInGrams)
          .filter(({ to }) => to === null || parcel.weightInGrams <= to)
          .filter(({ country }) => country === null || country === parcel.country)
          .map(({ cents }) => cents / 100),
      )
      .filter(costs => costs.length > 0)
      .map(costs => Math.min(...costs))
      .toSorted((one, other) => one - other)
    const offered = offers(methods, { ...toMontreal, ...parcel }, {})
    expect(offered.map(({ cost }) => cost)).toEqual(applicable)
  })
  fc.assert(applies, { numRuns: 500 })
})
