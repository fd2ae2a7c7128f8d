/** A section of the subscription screen with facts such as the customer, the price and the schedule. */

import { Code, Text } from '@mantine/core'
import type { Subscription } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { type Fact, Facts } from '../details/facts.tsx'
import { Section } from '../details/section.tsx'
import { type Formats, useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { LastPayment } from './badges.tsx'
import type { ShownSubscription } from './subscription.ts'
import type { SubscriptionTexts } from './texts.ts'
import { texts } from './texts.ts'

/** Formats an amount of money, or a plain number if the currency is unknown. */
export const formatMoney = ({ amount, decimal }: Formats, value: number, currency: string | null) =>
  currency ? amount(value, currency) : decimal(value)

export function SubscriptionFacts({ shown }: { shown: ShownSubscription }) {
  const text = useTexts(texts)
  const formats = useFormats()
  const { v1 } = shown
  const facts = [...mainFacts(shown, text, formats), ...(v1 ? v1Facts(v1, text, formats) : []), ...origin(shown, text)]
  return (
    <Section title={text.facts.title}>
      <Facts facts={facts} />
    </Section>
  )
}

function mainFacts(shown: ShownSubscription, { facts, every }: SubscriptionTexts, formats: Formats): Fact[] {
  const { price, quantity, currency, nextBillingDate, state } = shown
  const isEnding = state === 'CancellationRequested'
  return [
    [facts.customer, <Customer key="customer" customer={shown.customer} />],
    [facts.price, formatMoney(formats, price, currency)],
    [facts.quantity, formats.number(quantity)],
    [facts.total, quantity === 1 ? null : formatMoney(formats, price * quantity, currency)],
    [facts.interval, every(shown.interval, shown.intervalCount)],
    [isEnding ? facts.ends : facts.next, nextBillingDate && formats.dateTime(nextBillingDate)],
    [facts.payment, shown.paymentStatus && <LastPayment key="payment" state={shown.paymentStatus} />],
    [facts.cancelled, shown.cancelledOn && formats.dateTime(shown.cancelledOn)],
  ]
}

function v1Facts(v1: Subscription, { facts, days }: SubscriptionTexts, { amount, dateTime, number }: Formats): Fact[] {
  const { startsOn, trialPeriodInDays } = v1.schedule
  return [
    [facts.paused, v1.pausedOn && dateTime(v1.pausedOn)],
    [facts.starts, dateTime(startsOn)],
    [facts.trial, trialPeriodInDays ? days(number(trialPeriodInDays)) : null],
    [facts.spent, amount(v1.totalSpent, v1.currency)],
    [facts.plan, v1.userDefinedId],
    [facts.metadata, v1.metadata && <Metadata key="metadata" value={v1.metadata} />],
  ]
}

const origin = (shown: ShownSubscription, { facts, noGateway, engines }: SubscriptionTexts): Fact[] => [
  [
    facts.firstOrder,
    <TextLink key="order" to="/orders/$token" params={{ token: shown.initialOrderToken }}>
      {shown.initialOrderToken.slice(0, 8)}
    </TextLink>,
  ],
  /** "No gateway" is shown only for V1, because the API itself never charges V3 subscriptions. */
  [facts.gateway, shown.gatewayId ?? (shown.engine === 'V1' ? noGateway : null)],
  [facts.engine, engines[shown.engine]],
]

/** Links to the customer. Without an id, there is no customer screen, so the name is plain text. */
function Customer({ customer: { id, email, billingAddressName } }: Pick<ShownSubscription, 'customer'>) {
  const name = billingAddressName || email
  return (
    <>
      {id ? (
        <TextLink to="/customers/$id" params={{ id }}>
          {name}
        </TextLink>
      ) : (
        name
      )}
      {name !== email && (
        <Text size="sm" c="dimmed">
          {email}
        </Text>
      )}
    </>
  )
}

const Metadata = ({ value }: { value: object }) => (
  <Code block mah={200} tabIndex={0}>
    {JSON.stringify(value, null, 2)}
  </Code>
)
