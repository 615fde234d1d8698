package model

import "encoding/json"

const (
	// bytesPerToken and tokensPerImage estimate where a server does not count.
	bytesPerToken  = 4
	tokensPerImage = 1000
	// maxTokens of a call is beyond every model; who claims more does not count.
	maxTokens = 10_000_000
	million   = 1_000_000
)

// Prices are what a million tokens cost, in millionths of a currency: 2_500_000 for 2.50.
type Prices struct{ Prompt, Completion int64 }

// of is what a call cost in millionths, rounded.
func (p Prices) of(u Usage) int64 {
	return (int64(u.Prompt)*p.Prompt + int64(u.Completion)*p.Completion + million/2) / million
}

// used is what a server says it counted.  What it does not say, or what cannot be, is estimated: 4 bytes a token,
// 1,000 tokens a picture.
func used(raw json.RawMessage, r Request, text string, calls []Call) Usage {
	var counted struct {
		Prompt     float64 `json:"prompt_tokens"`
		Completion float64 `json:"completion_tokens"`
	}
	_ = json.Unmarshal(raw, &counted) // what is not there is 0
	u := Usage{Prompt: believed(counted.Prompt), Completion: believed(counted.Completion)}
	if u.Prompt == 0 {
		u.Prompt = promptTokens(r)
	}
	if u.Completion == 0 {
		u.Completion = tokens(len(text) + callBytes(calls))
	}
	return u
}

// believed is a count that can be, else 0.
func believed(count float64) int {
	if count > 0 && count <= maxTokens {
		return int(count)
	}
	return 0
}

// promptTokens estimates a request.
func promptTokens(r Request) int {
	bytes, images := 0, 0
	for i := range r.Messages {
		m := &r.Messages[i]
		bytes += len(m.Content) + callBytes(m.Calls)
		images += len(m.Images)
	}
	for _, f := range r.Tools {
		bytes += len(f.Name) + len(f.Description) + len(f.Parameters)
	}
	return tokens(bytes) + images*tokensPerImage
}

func callBytes(calls []Call) int {
	bytes := 0
	for _, c := range calls {
		bytes += len(c.Name) + len(c.Arguments)
	}
	return bytes
}

// tokens rounds up: nothing that was said cost nothing.
func tokens(bytes int) int { return (bytes + bytesPerToken - 1) / bytesPerToken }
