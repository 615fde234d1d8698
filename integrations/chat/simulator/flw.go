package simulator

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
)

// flwDialect is that of flw.chat and wts.chat as their public documentation shows it (docs/gateways.md).  It has no flat
// fields, no phones in webhooks, and shows the details of a session to who asks for them alone.
var flwDialect = dialect{
	name: "flw", pending: "PENDING", human: statusProgress, newID: uuid,
	operations: []route{
		{"GET /chat/v2/session/{id}", OpGetSession, ofPath, flwGetSession},
		{"PUT /chat/v2/session/{id}/partial", OpTransfer, ofPath, flwPartial},
		{"PUT /chat/v1/session/{id}/transfer", OpTransferV1, ofPath, transferV1},
		{"POST /chat/v1/session/{id}/message/sync", OpSendInSession, ofPath, flwSendInSession},
		{"POST /chat/v1/message/send-sync", OpSendByPhone, flwOfPhone, flwSendByPhone},
		{"POST /core/v1/contact/phonenumber/{phone}/tags", OpAddTags, ofContact, flwAddTags},
	},
	payload: (*session).flwPayload,
}

// uuid is a random one of version 4.
func uuid() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:])
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

// flwDetails are the values of includeDetails, each with the member of the record that it shows.
var flwDetails = map[string]string{
	"AgentDetails": "agentDetails", "ChannelDetails": "channelDetails", "ContactDetails": "contactDetails",
	"DepartmentsDetails": "departmentDetails", "ClassificationDetails": "classification",
	"ChannelTypeDetails": "channelType", "Undefined": "",
}

// flwGetSession is GET /chat/v2/session/{id}.  A detail that is misspelt is refused: the names are told apart by case.
func flwGetSession(s *Simulator, c *call) (any, error) {
	if c.session == nil {
		return nil, errNotFound
	}
	var shown []string
	for _, name := range c.query["includeDetails"] {
		member, known := flwDetails[name]
		if !known {
			return nil, badBody("includeDetails has a value that is none")
		}
		shown = append(shown, member)
	}
	s.setTyping(c.session, c.session.waiting())
	record := c.session.flwRecord()
	for _, member := range flwDetails {
		if !slices.Contains(shown, member) {
			delete(record, member)
		}
	}
	return record, nil
}

// flwRecord is a session with all of its details.  A field set by hand wins, but for those of the spec, which this dialect
// has in other places.
func (c *session) flwRecord() map[string]any {
	at := stamp(c.opened)
	record := map[string]any{
		"id": c.id, "createdAt": at, "updatedAt": at, "startAt": at, "endAt": nil,
		"status": c.fields["status"], "type": "INDIVIDUAL", "windowStatus": "ACTIVE",
		"companyId": "company", "contactId": "contact-" + c.id, "channelId": "channel",
		"departmentId": c.fields["departmentId"], "userId": nil, "botId": nil,
		"number": "2026000001", "title": nil, "previewUrl": nil, "utm": nil, "origin": nil, "metadata": nil,
		"unreadCount": 0, "lastMessageText": nil,
		"channelType": "CLOUDAPI_WHATSAPP", "agentDetails": nil, "classification": nil,
		"channelDetails": map[string]any{
			"humanId": c.fields["instanceNumber"], "platform": c.fields["platform"], "provider": "CLOUDAPI",
			"providerVariable": nil, "pictureUrl": nil, "displayName": nil,
		},
		"departmentDetails": map[string]any{
			"id": c.fields["departmentId"], "companyId": "company", "name": c.fields["teamName"], "description": nil,
			"isDefault": false, "isSupervisor": false,
		},
		"contactDetails": map[string]any{
			"id": "contact-" + c.id, "name": c.name, "pictureUrl": nil, "phonenumber": piped(c.phone), "instagram": nil,
			"phonenumberFormatted": c.phone, "tagsId": nil, "tagsName": slices.Clone(c.tags), "status": "ACTIVE",
		},
	}
	for name, value := range c.fields {
		if !slices.Contains(filterFields, name) {
			record[name] = value
		}
	}
	return record
}

// flwFields are the names that "fields" of a partial update may have, and the member that holds the value of each.
var flwFields = map[string]string{
	"Status": "status", "EndAt": "endAt", "UserId": "userId", "DepartmentId": "departmentId", "Number": "number",
	"Metadata": "metadata", "Classification": "classification", "ReactivateDisabled": "", "Autocomplete": "",
}

// flwPartial is PUT /chat/v2/session/{id}/partial.  What "fields" does not name stays as it is, also where its value is
// given, and the answer is a success all the same.  Another department changes the team and not the status.
func flwPartial(s *Simulator, c *call) (any, error) {
	if c.session == nil {
		return nil, errNotFound
	}
	var update struct {
		CompanyID      *string         `json:"companyId"`
		Status         *string         `json:"status"`
		EndAt          *string         `json:"endAt"`
		Number         *string         `json:"number"`
		DepartmentID   *string         `json:"departmentId"`
		UserID         *string         `json:"userId"`
		Classification json.RawMessage `json:"classification"`
		Metadata       json.RawMessage `json:"metadata"`
		Options        json.RawMessage `json:"options"`
		Fields         []string        `json:"fields"`
	}
	if err := decodeObject(c.body, &update); err != nil {
		return nil, err
	}
	for _, name := range update.Fields {
		if _, known := flwFields[name]; !known {
			return nil, badBody("fields names something that cannot be updated")
		}
	}
	if c.session.isClosed() {
		return nil, errEnded
	}
	if slices.Contains(update.Fields, "DepartmentId") {
		if update.DepartmentID == nil || blank(*update.DepartmentID) {
			return nil, badBody("departmentId is missing")
		}
		if s.cfg.DepartmentID != "" && *update.DepartmentID != s.cfg.DepartmentID {
			return nil, errDepartment
		}
		c.session.fields["departmentId"], c.session.fields["teamName"] = *update.DepartmentID, s.cfg.HumanTeam
	}
	if slices.Contains(update.Fields, "Status") && update.Status != nil {
		c.session.fields["status"] = *update.Status
	}
	s.changed(c.session)
	return c.session.flwRecord(), nil
}

// flwMessage is the body of a message: of what may be sent the agent sends texts alone, and what can be tapped under one, which
// the family does not document.
type flwMessage struct {
	Text        string          `json:"text"`
	Interactive json.RawMessage `json:"interactive"`
}

func (m flwMessage) check() error {
	if blank(m.Text) {
		return badBody("text must be a text that is not blank")
	}
	return nil
}

// flwOutbound is the body of a message that may begin a conversation: a text, or a template with what is filled in.
type flwOutbound struct {
	Text       string            `json:"text"`
	TemplateID string            `json:"templateId"`
	Parameters map[string]string `json:"parameters"`
}

// shown is what the patient sees of it: of a template, which the simulator does not have, what was filled in.
func (m flwOutbound) shown() flwMessage {
	if m.TemplateID == "" {
		return flwMessage{Text: m.Text}
	}
	values := slices.Sorted(maps.Values(m.Parameters))
	return flwMessage{Text: "[" + m.TemplateID + "] " + strings.Join(values, ", ")}
}

// flwSendInSession is POST /chat/v1/session/{id}/message/sync.
func flwSendInSession(s *Simulator, c *call) (any, error) {
	if c.session == nil {
		return nil, errNotFound
	}
	var message flwMessage
	if err := decodeObject(c.body, &message); err != nil {
		return nil, err
	}
	if err := message.check(); err != nil {
		return nil, err
	}
	menu, err := menuOf(message.Interactive, message.Text)
	if err != nil {
		return nil, err
	}
	return s.sayInSession(c.session, message.Text, menu)
}

// flwPhone is the body of a message by phone.
type flwPhone struct {
	From string      `json:"from"`
	To   string      `json:"to"`
	Body flwOutbound `json:"body"`
}

// flwSendByPhone is POST /chat/v1/message/send-sync.
func flwSendByPhone(s *Simulator, c *call) (any, error) {
	var request flwPhone
	if err := decodeObject(c.body, &request); err != nil {
		return nil, err
	}
	message := request.Body.shown()
	if err := message.check(); err != nil {
		return nil, err
	}
	phone := digits(request.To)
	if !validPhone(phone) {
		return nil, badBody("to must have 8 to 15 digits")
	}
	if s.cfg.ChannelID != "" && request.From != s.cfg.ChannelID {
		return nil, errChannel
	}
	return s.sayByPhone(c, phone, message.Text)
}

// flwOfPhone finds the latest session of the phone in the body, as far as it can be read.
func flwOfPhone(s *Simulator, _ *http.Request, body []byte) *session {
	var request flwPhone
	_ = json.Unmarshal(body, &request) // the operation itself judges the body
	return s.byPhone[digits(request.To)]
}

// flwAddTags is POST /core/v1/contact/phonenumber/{phone}/tags.
func flwAddTags(s *Simulator, c *call) (any, error) {
	var request struct {
		TagNames  []string `json:"tagNames"`
		TagIDs    []string `json:"tagIds"`
		Operation string   `json:"operation"`
	}
	if err := decodeObject(c.body, &request); err != nil {
		return nil, err
	}
	if len(request.TagNames) == 0 || slices.ContainsFunc(request.TagNames, blank) {
		return nil, badBody("tagNames must be a list of texts that are not blank")
	}
	if c.session == nil {
		return nil, errNoContact
	}
	switch request.Operation {
	case "InsertIfNotExists":
	case "ReplaceAll":
		c.session.tags = nil
	case "DeleteIfExists":
		c.session.tags = slices.DeleteFunc(c.session.tags, func(tag string) bool { return slices.Contains(request.TagNames, tag) })
		request.TagNames = nil
	default:
		return nil, badBody("operation is none")
	}
	s.addTags(c.session, request.TagNames)
	return map[string]any{
		"id": "contact-" + c.session.id, "name": c.session.name, "phoneNumber": piped(c.session.phone),
		"tagNames": slices.Clone(c.session.tags), "status": "ACTIVE",
	}, nil
}

// flwPayload is the body of a webhook: an envelope, and in it the message as the API shows it.
func (c *session) flwPayload(m *Message) []byte {
	kind, direction, origin, userID := "MESSAGE_RECEIVED", "FROM_HUB", "GATEWAY", any(nil)
	if m.Direction == "out" {
		kind, direction, origin, userID = "MESSAGE_SENT", "TO_HUB", "DEFAULT", uuid()
	}
	at := stamp(m.At)
	details := map[string]any{
		"file": nil, "files": nil, "fileAsLink": nil, "location": nil, "contact": nil, "errors": nil, "footerText": nil,
		"utm": nil, "reactionToContact": nil, "reactionFromContact": nil, "track": nil, "transcription": nil, "waitReply": nil,
	}
	content := map[string]any{
		"id": m.ID, "senderId": nil, "createdAt": at, "updatedAt": at, "timestamp": at, "type": m.Type, "active": true,
		"sessionId": c.id, "templateId": nil, "userId": userID, "text": nil, "direction": direction, "status": "DELIVERED",
		"origin": origin, "readContactAt": nil, "fileId": nil, "filesIds": nil, "refId": nil, "waitingOptIn": false,
		"failedReason": nil, "details": details,
	}
	if m.Text != "" {
		content["text"] = m.Text
	}
	if m.Choice != "" {
		content["type"], details["interactive"] = flwChoice(m), m.reply()
	}
	if m.Transcription != nil {
		heard := map[string]any{"text": nil, "processing": false, "error": false}
		maps.Copy(heard, m.Transcription)
		details["transcription"] = heard
	}
	if m.File != nil {
		file := flwFile(m.File)
		content["fileId"], content["filesIds"] = file["id"], []any{file["id"]}
		details["file"], details["files"] = file, []any{file}
	}
	body, err := json.Marshal(map[string]any{"eventType": kind, "date": at, "content": content})
	if err != nil {
		panic(fmt.Sprintf("simulator: payload of decoded JSON does not encode: %T", err))
	}
	return body
}

// flwChoice is the type of a message that was tapped.
func flwChoice(m *Message) string {
	if m.ofList {
		return "LIST"
	}
	return "BUTTONS"
}

// flwFile is a file object, from one as Attach gives it, or a test.
func flwFile(given map[string]any) map[string]any {
	file := map[string]any{
		"id": uuid(), "companyId": uuid(), "userId": nil, "name": nil, "extension": nil, "mimeType": nil,
		"publicUrl": nil, "publicUrlDownload": nil, "size": nil, "isThumbnail": false, "thumbnail": nil,
	}
	maps.Copy(file, given)
	if name, ok := file["name"].(string); ok {
		file["extension"] = path.Ext(name) // with its dot
	}
	claim, _ := file["mimeType"].(string)
	if file["type"] = kindOfMIME(claim); claim == "application/pdf" {
		file["type"] = "PDF"
	} else if file["type"] == "DOCUMENT" {
		file["type"] = "UNDEFINED"
	}
	return file
}
