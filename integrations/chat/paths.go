package chat

import "atende/integrations/outbound"

// The five operations of spec C.  Each has its own version (spec 9); the transfer of v1 exists, seems
// to work and leaves the session inconsistent, so it is not here.
func sessionPath(id string) string  { return "/chat/v2/session/" + outbound.Segment(id) }
func transferPath(id string) string { return sessionPath(id) + "/partial" }
func inSessionPath(id string) string {
	return "/chat/v1/session/" + outbound.Segment(id) + "/message/sync"
}
func tagsPath(phone string) string {
	return "/core/v1/contact/phonenumber/" + outbound.Segment(phone) + "/tags"
}

const byPhonePath = "/chat/v1/message/send"
