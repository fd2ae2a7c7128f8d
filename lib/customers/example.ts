/** The customer in the documentation, in both public forms; the demo store has it too. */

import { addressExample, addressExamples } from '../core/example-address.ts'

const avatarUrl =
  'https://www.gravatar.com/avatar/9e42e8ddebdf109fb072d49a7e4ffe28613d7038e848b08f158a8925957a12a8'

const common = {
  id: '01980000-0000-7000-8000-0000000c0501',
  email: 'lena.brandt@example.com',
  mode: 'Test',
  statistics: { ordersCount: 1, ordersAmount: 34.53, subscriptionsCount: 0 },
  creationDate: '2025-08-27T07:06:37.743Z',
  avatarUrl,
  gravatarUrl: avatarUrl,
}

export const example = {
  ...common,
  status: 'Confirmed',
  ...addressExamples,
  shippingAddressSameAsBilling: true,
  sessionToken: null,
}

export const nested = {
  ...common,
  confirmed: true,
  billingAddress: addressExample,
  shippingAddress: addressExample,
}
