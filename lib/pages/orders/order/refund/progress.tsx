/** The notice on the order screen about a refund that was sent: its progress, or why it was refused. */

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '../../../../client/index.ts'
import { ProblemDetails } from '../../../change/problem-details.tsx'
import { ProgressNotice } from '../../../change/progress-notice.tsx'
import type { Progress } from '../../../change/retry-options.ts'
import { texts as changeTexts } from '../../../change/texts.ts'
import { problemOf, useSession } from '../../../session/client.ts'
import { useFormats } from '../../../session/formats.ts'
import { useTexts } from '../../../session/language.ts'
import { orderQuery } from '../../queries.ts'
import { useOrderDialog } from '../order-dialog.tsx'
import { texts } from './texts.ts'
import { pollInterval, type RefundState } from './use-refund.ts'

interface ProgressProps {
  order: Order
  refund: RefundState
}

export function RefundProgress({ order, refund }: ProgressProps) {
  const { progress } = refund
  if (!progress) return null
  if (progress === 'refused') return <Refused order={order} refund={refund} />
  if (progress === 'interrupted') return <Interrupted order={order} refund={refund} />
  return <Running order={order} refund={refund} progress={progress} />
}

function Running({ order, refund, progress }: ProgressProps & { progress: Progress }) {
  const text = useTexts(texts)
  const { amount } = useFormats()
  const money = amount(refund.request?.amount ?? 0, order.currency)
  return (
    <ProgressNotice progress={progress} title={text.progress[progress](money)} sentence={text.progressHint[progress]}>
      {progress === 'unreachable' && (
        <Button size="xs" variant="default" onClick={refund.forget}>
          {text.stop}
        </Button>
      )}
    </ProgressNotice>
  )
}

/** The notice about a refund of an earlier session, whose person may not be the one who reads this notice. */
function Interrupted({ order, refund: { request, resume, forget } }: ProgressProps) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { amount } = useFormats()
  const money = amount(request?.amount ?? 0, order.currency)
  return (
    <Alert role="alert" color="orange" title={text.progress.unreachable(money)}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text.interrupted.hint}</Text>
        {request?.comment && (
          <Text size="sm" className="breakable">
            {text.comments(request.comment)}
          </Text>
        )}
        {canChange && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={resume}>
              {text.interrupted.resume}
            </Button>
            <Button size="xs" variant="subtle" onClick={forget}>
              {text.interrupted.drop}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}

/**
 * Returns whether the API has made another refund, which was under way when this one was refused. While `isAwaited` is
 * true, the order is loaded at intervals until it contains the other refund.
 */
function useOtherRefund(order: Order, isAwaited: boolean): boolean {
  const { api } = useSession()
  const [before] = useState(order.refunds.length)
  const isMade = isAwaited && order.refunds.length > before
  useQuery({ ...orderQuery(api, order.token), refetchInterval: isAwaited && !isMade ? pollInterval : false })
  return isMade
}

/**
 * The notice about a refused refund, with the API's error messages. A button opens the dialog again with the same
 * values.
 */
function Refused({ order, refund }: ProgressProps) {
  const text = useTexts(texts)
  const changeText = useTexts(changeTexts)
  const { amount } = useFormats()
  const { open } = useOrderDialog()
  const problem = problemOf(refund.error)
  const isMade = useOtherRefund(order, problem?.code === 'refund_under_way')
  return (
    <Alert role="alert" color="red" title={text.refused(amount(refund.request?.amount ?? 0, order.currency))}>
      <Stack gap="xs" align="flex-start">
        <ProblemDetails error={problem} text={changeText} />
        {isMade && <Text size="sm">{text.otherMade}</Text>}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => open('refund')}>
            {text.change}
          </Button>
          <Button size="xs" variant="subtle" onClick={refund.forget}>
            {text.dismiss}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
