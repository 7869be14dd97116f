// A stand-in for https://js.stripe.com: the part of Stripe.js that @stripe/react-stripe-js needs for a
// PaymentElement. It talks to the app's own /dev/stripe/v1 and, like the original, sends card data nowhere else.
;(() => {
  const testCards = {
    '4242 4242 4242 4242': 'goes through',
    '4000 0000 0000 0002': 'is declined',
    '4000 0025 0000 3155': 'asks you to confirm',
    '4000 0000 0000 0077': 'takes a few seconds',
  }

  // Fixed text only: nothing from the page or the network is ever put into it.
  const markup = `
    <link rel="stylesheet" href="/dev/stripe.css">
    <div class="TabList" role="tablist" aria-label="Payment method">
      <button type="button" class="Tab" role="tab" id="tab-card" aria-controls="panel-card" aria-selected="true">
        <svg viewBox="0 0 20 16" aria-hidden="true"><path d="M2 1h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1V2a1 1 0 0 1 1-1zM1 5h18M4 11h4"/></svg>
        Card
      </button>
      <button type="button" class="Tab" role="tab" id="tab-bank" aria-controls="panel-bank" aria-selected="false" tabindex="-1">
        <svg viewBox="0 0 20 16" aria-hidden="true"><path d="M10 1 2 5h16zM4 7v5M8 7v5M12 7v5M16 7v5M2 15h16"/></svg>
        Bank
      </button>
    </div>
    <div class="Panel" role="tabpanel" id="panel-card" aria-labelledby="tab-card">
      <div class="Field Field--wide">
        <label class="Label" for="number">Card number</label>
        <input class="Input" id="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" aria-describedby="number-error">
        <p class="Error" id="number-error"></p>
      </div>
      <div class="Field">
        <label class="Label" for="expiry">Expiration date</label>
        <input class="Input" id="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" aria-describedby="expiry-error">
        <p class="Error" id="expiry-error"></p>
      </div>
      <div class="Field">
        <label class="Label" for="cvc">Security code</label>
        <input class="Input" id="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" aria-describedby="cvc-error">
        <p class="Error" id="cvc-error"></p>
      </div>
      <div class="TestMode">
        <p><strong>Test mode</strong> No money moves. Pick a card to fill in the form:</p>
        <ul></ul>
      </div>
    </div>
    <div class="Panel" role="tabpanel" id="panel-bank" aria-labelledby="tab-bank" hidden>
      <p class="Notice">Bank transfers are not part of this demo. Please choose Card.</p>
    </div>
    <p class="Notice" id="problem" role="alert" hidden></p>
    <dialog class="Dialog" aria-labelledby="ask-title">
      <p class="Badge">Test mode</p>
      <h2 id="ask-title">Confirm your payment</h2>
      <p>Your bank would now ask if it is really you. Choose its answer.</p>
      <div class="Actions">
        <button type="button" class="Action Action--main" value="complete">Complete</button>
        <button type="button" class="Action" value="fail">Fail</button>
      </div>
    </dialog>`

  const digitsOf = (text) => text.replace(/\D/g, '')
  const invalid = (code, message) => ({ type: 'validation_error', code, message })

  /** How each input writes its digits, and what is wrong with them (null: nothing). */
  const fields = {
    number: {
      format: (digits) => digits.slice(0, 16).replace(/(\d{4})(?=\d)/g, '$1 '),
      check(digits) {
        const isAmex = /^3[47]/.test(digits)
        if (digits.length < (isAmex ? 15 : 16)) return invalid('incomplete_number', 'Your card number is incomplete.')
        return hasValidCheckDigit(digits) ? null : invalid('invalid_number', 'Your card number is invalid.')
      },
    },
    expiry: {
      format(digits, deleting) {
        const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
        // Autofill may write a year of four digits.
        const year = padded.length === 6 ? padded.slice(4) : padded.slice(2, 4)
        if (padded.length < 2 || (padded.length === 2 && deleting)) return padded
        return `${padded.slice(0, 2)} / ${year}`
      },
      check(digits) {
        if (digits.length < 4) return invalid('incomplete_expiry', "Your card's expiration date is incomplete.")
        const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))]
        const today = new Date()
        if (month < 1 || month > 12) {
          return invalid('invalid_expiry_month', "Your card's expiration date is invalid.")
        }
        if (year < today.getFullYear()) {
          return invalid('invalid_expiry_year_past', "Your card's expiration year is in the past.")
        }
        const isPast = year === today.getFullYear() && month <= today.getMonth()
        return isPast ? invalid('invalid_expiry_month_past', "Your card's expiration date is in the past.") : null
      },
    },
    cvc: {
      format: (digits) => digits.slice(0, 4),
      check: (digits) =>
        digits.length < 3 ? invalid('incomplete_cvc', "Your card's security code is incomplete.") : null,
    },
  }

  class PaymentElement {
    #elements
    #styled
    #listeners = new Map()
    #host = document.createElement('div')
    #root = this.#host.attachShadow({ mode: 'open' })

    constructor(elements) {
      this.#elements = elements
      this.#root.innerHTML = markup
      // Hidden until its styles are there.
      this.#host.hidden = true
      const styles = this.#find('link')
      this.#styled = new Promise((resolve) => {
        styles.onload = styles.onerror = resolve
      })
      this.#addTestCards()
      for (const name of Object.keys(fields)) this.#listenTo(name)
      for (const tab of this.#all('.Tab')) {
        tab.addEventListener('click', () => this.#choose(tab))
        tab.addEventListener('keydown', (event) => this.#moveTab(event))
      }
      this.#root.addEventListener('focusin', () => this.#emit('focus'))
      this.#root.addEventListener('focusout', () => this.#emit('blur'))
      this.showAppearance()
    }

    mount(target) {
      const place = typeof target === 'string' ? document.querySelector(target) : target
      place.append(this.#host)
      // After a tick, because the page attaches its listeners after mount().
      setTimeout(() => this.#load())
    }

    unmount() {
      this.#host.remove()
    }

    destroy() {
      this.unmount()
      this.#elements.element = null
    }

    on(type, listener) {
      this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
      return this
    }

    once(type, listener) {
      const once = (event) => {
        this.off(type, once)
        listener(event)
      }
      return this.on(type, once)
    }

    off(type, listener) {
      const others = (this.#listeners.get(type) ?? []).filter((other) => listener && other !== listener)
      this.#listeners.set(type, others)
      return this
    }

    update() {}

    collapse() {}

    focus() {
      this.#input('number').focus()
    }

    blur() {
      this.#root.activeElement?.blur()
    }

    clear() {
      for (const name of Object.keys(fields)) this.#write(name, '')
    }

    /** Follows the `appearance` option: theme, variables, rules. */
    showAppearance() {
      const { theme = 'stripe', variables = {}, rules = {} } = this.#elements.options.appearance ?? {}
      this.#host.dataset.theme = theme
      this.#host.removeAttribute('style')
      setStyles(this.#host.style, variables, '--')
      const sheet = new CSSStyleSheet()
      for (const [selector, styles] of Object.entries(rules)) {
        setStyles(sheet.cssRules[sheet.insertRule(`${selector} {}`)].style, styles)
      }
      this.#root.adoptedStyleSheets = [sheet]
    }

    /** Shows what is wrong with the form and gives the first problem, or null. */
    validate() {
      if (this.#find('#tab-bank').ariaSelected === 'true') {
        return invalid('payment_method_unavailable', 'Bank transfers are not part of this demo. Please choose Card.')
      }
      const problems = Object.keys(fields).map((name) => [name, this.#check(name)])
      for (const [name, problem] of problems) this.#showProblem(name, problem)
      const first = problems.find(([, problem]) => problem)
      if (!first) return null
      this.#input(first[0]).focus()
      return first[1]
    }

    /** The card as the API wants it. */
    card() {
      const expiry = this.#digits('expiry')
      return {
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': this.#digits('number'),
        'payment_method_data[card][exp_month]': expiry.slice(0, 2),
        'payment_method_data[card][exp_year]': expiry.slice(2),
        'payment_method_data[card][cvc]': this.#digits('cvc'),
      }
    }

    /** Opens the bank's question. Resolves to 'complete' or 'fail'. */
    askBank() {
      const dialog = this.#find('.Dialog')
      return new Promise((resolve) => {
        const answer = (value) => {
          window.removeEventListener('keydown', onKey, true)
          dialog.close()
          resolve(value)
        }
        // Escape answers this dialog alone: the page may have one of its own underneath.
        const onKey = (event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopImmediatePropagation()
          answer('fail')
        }
        window.addEventListener('keydown', onKey, true)
        for (const button of this.#all('.Action')) button.onclick = () => answer(button.value)
        dialog.showModal()
      })
    }

    async #load() {
      this.#emit('loaderstart')
      const { error, intent } = await fetchIntent(this.#elements.key, this.#elements.options.clientSecret)
      await this.#styled
      this.#host.hidden = false
      const isOver = intent && !intent.status.startsWith('requires_')
      const problem = isOver ? { ...finished, payment_intent: intent } : error
      if (problem) {
        for (const part of this.#all('.TabList, .Panel')) part.hidden = true
        this.#find('#problem').hidden = false
        this.#find('#problem').textContent = problem.message
        this.#emit('loaderror', { error: problem })
      } else {
        this.#emit('ready')
      }
    }

    #find = (selector) => this.#root.querySelector(selector)
    #all = (selector) => this.#root.querySelectorAll(selector)
    #input = (name) => this.#find(`#${name}`)
    #digits = (name) => digitsOf(this.#input(name).value)
    #check = (name) => fields[name].check(this.#digits(name))

    #emit(type, more) {
      for (const listener of this.#listeners.get(type) ?? []) listener({ elementType: 'payment', ...more })
    }

    #emitChange() {
      const names = Object.keys(fields)
      this.#emit('change', {
        collapsed: false,
        complete: names.every((name) => this.#check(name) === null),
        empty: names.every((name) => this.#digits(name) === ''),
        value: { type: 'card' },
      })
    }

    #listenTo(name) {
      const input = this.#input(name)
      input.addEventListener('input', (event) => {
        rewrite(input, (digits) => fields[name].format(digits, event.inputType?.startsWith('delete')))
        if (input.ariaInvalid === 'true') this.#showProblem(name, this.#check(name))
        this.#emitChange()
      })
      input.addEventListener('blur', () => {
        if (input.value !== '') this.#showProblem(name, this.#check(name))
      })
      // An input in a shadow root does not belong to the page's form: Enter has to be passed on.
      input.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') this.#host.closest('form')?.requestSubmit()
      })
    }

    #write(name, value) {
      this.#input(name).value = fields[name].format(digitsOf(value), false)
      this.#showProblem(name, null)
      this.#emitChange()
    }

    #showProblem(name, problem) {
      this.#input(name).ariaInvalid = String(problem !== null)
      this.#find(`#${name}-error`).textContent = problem?.message ?? ''
    }

    #addTestCards() {
      const nextYear = String(new Date().getFullYear() + 1).slice(2)
      for (const [number, effect] of Object.entries(testCards)) {
        const [item, button] = [document.createElement('li'), document.createElement('button')]
        Object.assign(button, { type: 'button', className: 'TestCard', textContent: number })
        button.ariaLabel = `Use test card ${number}`
        button.addEventListener('click', () => {
          for (const [name, value] of [
            ['number', number],
            ['expiry', `12${nextYear}`],
            ['cvc', '123'],
          ])
            this.#write(name, value)
        })
        item.append(button, effect)
        this.#find('.TestMode ul').append(item)
      }
    }

    #choose(chosen) {
      for (const tab of this.#all('.Tab')) {
        tab.ariaSelected = String(tab === chosen)
        tab.tabIndex = tab === chosen ? 0 : -1
        this.#find(`#${tab.getAttribute('aria-controls')}`).hidden = tab !== chosen
      }
    }

    #moveTab(event) {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      const other = [...this.#all('.Tab')].find((tab) => tab !== event.currentTarget)
      this.#choose(other)
      other.focus()
    }
  }

  const finished = {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: 'This payment is already complete or was canceled.',
  }

  /** The private side of every `elements` object the page holds. */
  const privateSides = new WeakMap()

  function createElements(key, options = {}) {
    const side = { key, options: { ...options }, element: null }
    const elements = {
      create(type) {
        if (type !== 'payment') throw integrationError(`The stand-in has no element '${type}'.`)
        if (side.element) throw integrationError('Can only create one Element of type payment.')
        side.element = new PaymentElement(side)
        return side.element
      },
      getElement: (type) => (type === 'payment' ? side.element : null),
      async update(changes) {
        Object.assign(side.options, changes)
        side.element?.showAppearance()
      },
      async submit() {
        const error = side.element ? side.element.validate() : null
        return error ? { error } : { selectedPaymentMethod: 'card' }
      },
      fetchUpdates: async () => ({}),
      on() {},
    }
    privateSides.set(elements, side)
    return elements
  }

  async function confirmPayment(key, { elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
    const side = privateSides.get(elements)
    if (!side?.element) throw integrationError('confirmPayment needs elements with a mounted Payment Element.')
    const { return_url } = confirmParams
    if (redirect !== 'if_required' && !return_url) throw integrationError('confirmPayment needs a return_url.')
    const error = side.element.validate()
    if (error) return { error }

    const secret = clientSecret ?? side.options.clientSecret
    const post = (act, body) => callApi(key, secret, { act, body })
    const details = confirmParams.payment_method_data?.billing_details ?? {}
    const body = { ...side.element.card() }
    for (const field of ['name', 'email', 'phone']) {
      if (details[field]) body[`payment_method_data[billing_details][${field}]`] = details[field]
    }
    let answer = await post('/confirm', body)
    if (answer.intent?.status === 'requires_action') {
      answer = await post('/authenticate', { answer: await side.element.askBank() })
      if (answer.intent?.last_payment_error) {
        return { error: { ...answer.intent.last_payment_error, payment_intent: answer.intent } }
      }
    }
    if (answer.error) return { error: answer.error }
    if (redirect === 'if_required') return { paymentIntent: answer.intent }

    const url = new URL(return_url)
    url.searchParams.set('payment_intent', answer.intent.id)
    url.searchParams.set('payment_intent_client_secret', secret)
    url.searchParams.set('redirect_status', answer.intent.status)
    window.location.assign(url)
    // The page is being left: like Stripe.js, never resolve.
    return new Promise(() => {})
  }

  const fetchIntent = (key, secret) => callApi(key, secret, { act: '' })

  /** One call about the secret's payment. Gives `{ intent }` or `{ error }`; never throws. */
  async function callApi(key, secret, { act, body }) {
    const params = new URLSearchParams({ ...body, key, client_secret: secret })
    const address = `/dev/stripe/v1/payment_intents/${encodeURIComponent(String(secret).split('_secret_')[0])}${act}`
    try {
      const response = await (body ? fetch(address, { method: 'POST', body: params }) : fetch(`${address}?${params}`))
      const answer = await response.json()
      return answer.error ? { error: answer.error } : { intent: answer }
    } catch {
      const message = 'We could not reach the payment provider. Please check your connection and try again.'
      return { error: { type: 'api_connection_error', message } }
    }
  }

  /** Lets `format` rewrite the digits of an input and keeps the caret behind the digit it was behind. */
  function rewrite(input, format) {
    const caret = input.selectionStart
    const wasAtEnd = caret === input.value.length
    const digitsBefore = digitsOf(input.value.slice(0, caret)).length
    input.value = format(digitsOf(input.value))
    if (wasAtEnd) return
    let place = 0
    for (let seen = 0; seen < digitsBefore && place < input.value.length; place += 1) {
      if (/\d/.test(input.value[place])) seen += 1
    }
    input.setSelectionRange(place, place)
  }

  function hasValidCheckDigit(digits) {
    const sum = [...digits].reverse().reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
    return sum % 10 === 0
  }

  function setStyles(style, values, prefix = '') {
    for (const [name, value] of Object.entries(values)) {
      style.setProperty(prefix + name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value)
    }
  }

  function integrationError(message) {
    return Object.assign(new Error(message), { name: 'IntegrationError' })
  }

  const notOffered = (name) => async () => {
    throw integrationError(`The stand-in does not offer ${name}().`)
  }

  window.Stripe = (key) => ({
    elements: (options) => createElements(key, options),
    confirmPayment: (options) => confirmPayment(key, options),
    async retrievePaymentIntent(secret) {
      const { error, intent } = await fetchIntent(key, secret)
      return error ? { error } : { paymentIntent: intent }
    },
    registerAppInfo() {},
    _registerWrapper() {},
    // react-stripe-js takes an object for Stripe only when it has these too.
    createToken: notOffered('createToken'),
    createPaymentMethod: notOffered('createPaymentMethod'),
    confirmCardPayment: notOffered('confirmCardPayment'),
  })
  // The release that @stripe/stripe-js 10 expects; with another one it warns.
  window.Stripe.version = 'endive'
})()
