/** The screen that marks several orders as shipped: orders selected in the list, and orders of a CSV. */

import { Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useBlocker } from '@tanstack/react-router'
import { TextLink } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { ConfirmDialog } from '../change/confirm-dialog.tsx'
import { fetchOrders, tokensInParameter } from '../orders/orders-parameter.ts'
import { Loaded } from '../placeholders/loaded.tsx'
import { Message } from '../placeholders/message.tsx'
import { Forbidden } from '../placeholders/no-screen.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { signOut } from '../session/key.ts'
import { useTexts } from '../session/language.ts'
import { useSignOutQuestion } from '../session/sign-out-question.ts'
import { CsvForm } from './csv-form.tsx'
import { SendBar } from './send-bar.tsx'
import { type Entry, entryOfOrder, hasUnsentTracking } from './shipment-lines.ts'
import { TrackingRows } from './tracking-rows.tsx'
import './shipments.css'
import { texts } from './texts.ts'
import { useShipment } from './use-shipment.ts'

const route = getRouteApi('/orders/ship')

/** Loads the selected orders only once, because the lines are created only from the first result. */
function useSelectedEntries() {
  const { api } = useSession()
  const cache = useQueryClient()
  const tokens = tokensInParameter(route.useSearch().orders)
  return useQuery({
    queryKey: ['orders', 'to-ship', tokens],
    queryFn: async () => (await fetchOrders(api, cache, tokens)).map(entryOfOrder),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function ShipOrdersScreen() {
  const text = useTexts(texts)
  const { canChange } = useSession()
  return (
    <>
      <TextLink to="/orders">{text.back}</TextLink>
      <ScreenWithTitle title={text.title}>{canChange ? <SelectedOrders /> : <Forbidden />}</ScreenWithTitle>
    </>
  )
}

function SelectedOrders() {
  const query = useSelectedEntries()
  return <Loaded query={query}>{entries => <Shipment entries={entries} />}</Loaded>
}

function Shipment({ entries }: { entries: readonly Entry[] }) {
  const text = useTexts(texts)
  const shipment = useShipment(entries)
  const { lines, isSending, add } = shipment
  return (
    <Stack>
      <CsvForm onEntries={add} isOpen={entries.length === 0} />
      {lines.length === 0 ? (
        <Message title={text.empty} sentence={text.emptyHint} />
      ) : (
        <TrackingRows shipment={shipment} />
      )}
      <SendBar shipment={shipment} />
      <LeaveQuestion isSending={isSending} unsent={lines.filter(hasUnsentTracking).length} />
    </Stack>
  )
}

interface LeaveQuestionProps {
  isSending: boolean
  unsent: number
}

/**
 * If orders are being sent, or typed tracking is not sent yet, this dialog asks before the screen is left, also by
 * signing out.
 */
function LeaveQuestion({ isSending, unsent }: LeaveQuestionProps) {
  const text = useTexts(texts)
  const { number } = useFormats()
  const { isOpen, leave, stay } = useLeaveQuestion(isSending || unsent > 0)
  return (
    <ConfirmDialog
      title={isSending ? text.leave : text.leaveUnsent(number(unsent))}
      isOpen={isOpen}
      onClose={stay}
      keep={text.stay}
      confirm={text.leaveNow}
      onConfirm={leave}
    >
      <Text size="sm">{isSending ? text.leaveHint : text.leaveUnsentHint}</Text>
    </ConfirmDialog>
  )
}

function useLeaveQuestion(mustAsk: boolean) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => mustAsk,
    enableBeforeUnload: mustAsk,
    withResolver: true,
  })
  const [isSigningOut, { open, close }] = useDisclosure()
  useSignOutQuestion(mustAsk ? open : null)
  return {
    isOpen: status === 'blocked' || isSigningOut,
    leave: isSigningOut ? () => signOut() : () => proceed?.(),
    stay: isSigningOut ? close : () => reset?.(),
  }
}
