// Generated from openapi.json by `npm run gen`. Do not edit.

export interface paths {
    "/api/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says that the API is there. */
        get: operations["get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Searches who touched whose record, newest first. */
        put: operations["putAudit"];
        /** Tells of an access that the server has on record already. */
        post: operations["postAudit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/accessedBy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Staff to choose from. */
        get: operations["getAuditAccessedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same as a table for a spreadsheet. */
        get: operations["getAuditCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/patients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Patients to choose from. */
        get: operations["getAuditPatients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clinic-queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What waits for the partner clinic's record system, and why. */
        get: operations["getClinic_queue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clinic-queue/give-up/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Gives one piece of work for the partner clinic up, with a reason. */
        put: operations["putClinic_queueGive_upId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clinic-queue/retry/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Has one piece of work for the partner clinic tried now. */
        put: operations["putClinic_queueRetryId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clinic-queue/wake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Asks the partner clinic's record system again at once. */
        put: operations["putClinic_queueWake"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/country": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Countries by name. */
        get: operations["getCountry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drug": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Adds a drug, or edits one; imports keep it. */
        put: operations["putDrug"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drug/catalogue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Searches the whole catalogue, or lists what was edited by hand. */
        get: operations["getDrugCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drug/catalogue/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A drug with what was edited by hand. */
        get: operations["getDrugCatalogueId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drug/ingredient/{text}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Searches drug names by ingredient. */
        get: operations["getDrugIngredientText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drug/name/only/{text}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Searches drug names; eight digits are a DIN. */
        get: operations["getDrugNameOnlyText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drug/name/{text}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The entries of a name, or of the names that contain a text. */
        get: operations["getDrugNameText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drug/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says of each name why it may not be refilled. */
        post: operations["postDrugNames"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drug/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Goes back to what Health Canada says of a drug. */
        put: operations["putDrugRevert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drug/search/{text}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Searches drug names by name, ingredient and DIN together. */
        get: operations["getDrugSearchText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drug/tcAhfs/{x}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a rule on a class would touch. */
        get: operations["getDrugTcAhfsX"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fax": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every fax, what did not arrive first. */
        get: operations["getFax"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fax/again/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sends one more copy of a fax to the same number. */
        put: operations["putFaxAgainId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fax/clarification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Writes down what a pharmacy asked or was told. */
        post: operations["postFaxClarification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fax/clarifications/{kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a pharmacy asked about something that was faxed, and what it was told. */
        get: operations["getFaxClarificationsKindId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fax/confirm/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Writes down that a fax arrived, as somebody said by telephone. */
        put: operations["putFaxConfirmId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fax/cover/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The fax cover as PDF. */
        get: operations["getFaxCoverId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fax/paper/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pages of a fax, or its cover, as they left, as PDF. */
        get: operations["getFaxPaperId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fax/queue-prescription-fax": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues the fax to the pharmacy. */
        post: operations["postFaxQueue_prescription_fax"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fax/queue-sleep-assessment-fax": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends another copy of the request to the sleep clinic. */
        post: operations["postFaxQueue_sleep_assessment_fax"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fax/undo/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Takes a fax back that has not left. */
        put: operations["putFaxUndoId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fax/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A fax with its attempts, copies, proof and clarifications. */
        get: operations["getFaxId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fax/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether, by link, one more copy may be sent to the pharmacy. */
        get: operations["getFaxIdResend"];
        put?: never;
        /** Sends, by link, one more copy to the pharmacy. */
        post: operations["postFaxIdResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/file/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The bytes of an uploaded file. */
        get: operations["getFileId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/icd/name/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Searches diagnosis codes by words or code. */
        get: operations["getIcdNameName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-test/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Says that a doctor has read a result. */
        put: operations["putLab_testAcknowledge"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-test/exceptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Laboratory reports that no patient was found for, oldest first. */
        get: operations["getLab_testExceptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-test/exceptions/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Files such a report to a patient. */
        put: operations["putLab_testExceptionsFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-test/exceptions/set-aside": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sets such a report aside, with a reason. */
        put: operations["putLab_testExceptionsSet_aside"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-test/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A patient's laboratory tests, newest first. */
        get: operations["getLab_testPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage-data/build-drugs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Builds the drugs of the register's resources, in the background. */
        get: operations["getManage_dataBuild_drugs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage-data/cancel/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Takes an import back while it is at work. */
        put: operations["putManage_dataCancelId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage-data/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Which columns a list's file has, and which field each may be. */
        post: operations["postManage_dataColumns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage-data/display-data/{x}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Some rows of a resource as JSON. */
        get: operations["getManage_dataDisplay_dataX"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage-data/go-on/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Goes on with an import or a build that stopped because it would take much away, with a reason. */
        put: operations["putManage_dataGo_onId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage-data/import-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes files of a resource in; they are imported in the background. */
        post: operations["postManage_dataImport_data"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage-data/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The import at work, and the history of imports. */
        get: operations["getManage_dataImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage-data/skipped/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rows that an import left out, with line and reason, as CSV. */
        get: operations["getManage_dataSkippedId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage-data/undo/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Goes back to what was in force before an import or a build. */
        put: operations["putManage_dataUndoId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medicalinfo/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Saves the patient's medical information. */
        post: operations["postMedicalinfo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medicalinfo/person/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every version of a person's medical information, newest first. */
        get: operations["getMedicalinfoPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medicalinfo/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Saves a new version of medical information. */
        post: operations["postMedicalinfoUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medicalinfo/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One version of medical information. */
        get: operations["getMedicalinfoId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medication-bill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is remembered for classes of medications, by class number. */
        get: operations["getMedication_bill"];
        put?: never;
        /** Remembers a diagnosis code or a question for a class. */
        post: operations["postMedication_bill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medication-bill/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds a class with its diagnosis code, or changes it. */
        post: operations["postMedication_billAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medication-bill/diagnosis-code/{x}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The diagnosis code remembered for a class. */
        get: operations["getMedication_billDiagnosis_codeX"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medication-bill/question/{x}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The question remembered for a class. */
        get: operations["getMedication_billQuestionX"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medication-bill/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Forgets what is remembered for a class. */
        delete: operations["deleteMedication_billId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medication-filter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rules on classes of drugs. */
        get: operations["getMedication_filter"];
        put?: never;
        /** Adds a rule on a class. */
        post: operations["postMedication_filter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medication-filter/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the default set of rules is still to be answered for. */
        get: operations["getMedication_filterDefault"];
        /** Takes the default set of rules, or does without; once. */
        put: operations["putMedication_filterDefault"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medication-filter/download/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rules as a file. */
        get: operations["getMedication_filterDownloadFormat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medication-filter/import-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reads rules from a CSV or JSON file, all or none. */
        post: operations["postMedication_filterImport_data"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/medication-filter/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Takes a rule away; it stays on record. */
        delete: operations["deleteMedication_filterId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins a thread. */
        post: operations["postMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message-template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The clinic's texts for replies, by name. */
        get: operations["getMessage_template"];
        put?: never;
        /** Adds a text for replies. */
        post: operations["postMessage_template"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message-template/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes a text for replies. */
        put: operations["putMessage_templateId"];
        post?: never;
        /** Removes a text for replies. */
        delete: operations["deleteMessage_templateId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/admin/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everybody's messages. */
        get: operations["getMessageAdminList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Puts a received message away, for oneself. */
        put: operations["putMessageArchive"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/archive/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The received messages one put away. */
        get: operations["getMessageArchivePersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/back-inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Brings a message back to the inbox. */
        put: operations["putMessageBack_inbox"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/countUnread/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many messages are unread. */
        get: operations["getMessageCountUnreadPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/customerservice/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who answers at customer service. */
        get: operations["getMessageCustomerserviceList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/inbox/doctor/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The inbox of a member of staff. */
        get: operations["getMessageInboxDoctorPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/inbox/patient/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A patient's inbox. */
        get: operations["getMessageInboxPatientPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/info/{a}/{b}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A doctor's message, by its e-mailed link. */
        get: operations["getMessageInfoAB"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/info/{a}/{b}/file/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A file of that message. */
        get: operations["getMessageInfoABFileId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/sent-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tells the receiver of a message by e-mail, without its content. */
        post: operations["postMessageSent_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/sent/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The messages one began. */
        get: operations["getMessageSentPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/update-replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Answers a doctor's message by its e-mailed link, once. */
        put: operations["putMessageUpdate_replies"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/updateIsRead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Marks a message as read, or as unread again. */
        put: operations["putMessageUpdateIsRead"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/updateReplies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Answers a message. */
        put: operations["putMessageUpdateReplies"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A message with its replies. Marks nothing. */
        get: operations["getMessageId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Revises a note: a new version beside the earlier ones. */
        put: operations["putNote"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/note/emr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sends a note to the clinic's record alone. */
        put: operations["putNoteEmr"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/note/person/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A patient's notes, newest first, each with its versions, marks and replies. */
        get: operations["getNotePersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/note/reply/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Acknowledges a patient's reply to a note. */
        put: operations["putNoteReplyAcknowledge"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/note/sendNote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sends a note to the patient, and a copy to the clinic's record. */
        put: operations["putNoteSendNote"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/note/undo/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Holds a note back that has not left. */
        put: operations["putNoteUndoId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notedraft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Saves a draft; the first save makes it. */
        put: operations["putNotedraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notedraft/person/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What one is still writing about a patient. */
        get: operations["getNotedraftPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notedraft/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Signs what was written: the draft becomes a note. */
        put: operations["putNotedraftSign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/office/confirmToken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether an invitation can be used. */
        get: operations["getOfficeConfirmToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/office/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The invitations, the newest first. */
        get: operations["getOfficeInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/office/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Makes an invitation useless. */
        delete: operations["deleteOfficeInvitationsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/office/sendInvitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invites somebody to sign up as office staff. */
        post: operations["postOfficeSendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The state of the installation: work, outside services, effects without an outcome, versions, backups, the audit's chain, disks. */
        get: operations["getOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operations/retry/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Has work of a kind that failed tried now. */
        put: operations["putOperationsRetryKind"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The lists that users choose from. */
        get: operations["getOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/other-work": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sleep orders and laboratory results that wait, oldest first. */
        get: operations["getOther_work"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/card-by-charge/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The card on the receipt. */
        get: operations["getPaymentCard_by_chargeId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/charge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Captures an approved wallet order. */
        post: operations["postPaymentCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a wallet order for the fee. */
        post: operations["postPaymentOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Refunds what may go back of a charge. */
        put: operations["putPaymentRefund"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment/refund/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Takes a refund back that has not left. */
        put: operations["putPaymentRefundUndo"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/access-log/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who has opened a record: for its owner, and for administrators. */
        get: operations["getPersonAccess_logId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/demographic/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Has the clinic's record number stored, once. */
        post: operations["postPersonDemographicId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/first-login/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** The welcome dialog was read. */
        put: operations["putPersonFirst_loginId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/healthDoc/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the own health document. */
        put: operations["putPersonHealthDocId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/location": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** States: I am in British Columbia at the present time. */
        put: operations["putPersonLocation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/page/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All that the staff see of a patient when they open the page. */
        get: operations["getPersonPageId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/personal-info/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Corrects a patient's particulars, at the partner clinic first. */
        put: operations["putPersonPersonal_infoId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/personalInfo/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the own particulars. */
        put: operations["putPersonPersonalInfoId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/prefer-pharmacy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Chooses the preferred pharmacy. */
        post: operations["postPersonPrefer_pharmacy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/presence/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Says that the patient's page is open, and asks who else has it open. */
        put: operations["putPersonPresenceId"];
        post?: never;
        /** Says that the patient's page was left. */
        delete: operations["deletePersonPresenceId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/profile/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A person's profile. */
        get: operations["getPersonProfileId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/search-key/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Searches patients. */
        get: operations["getPersonSearch_keyKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/verify-code/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Proves the cell phone with the code. */
        post: operations["postPersonVerify_codeActivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/verify-number/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sends a code to the cell phone. */
        get: operations["getPersonVerify_numberId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/person/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A person. */
        get: operations["getPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pharmacy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The first hundred pharmacies by name. */
        get: operations["getPharmacy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pharmacy/multi-text-search/{text}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Searches pharmacies by words of name, address and city. */
        get: operations["getPharmacyMulti_text_searchText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pharmanet/decrypt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opens what was sealed for this caller in this session. */
        post: operations["postPharmanetDecrypt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pharmanet/encrypt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Seals the caller's credentials for this session. */
        post: operations["postPharmanetEncrypt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pharmanet/form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The form of a look-up, right before it is sent. */
        post: operations["postPharmanetForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every prescription of the clinic. */
        get: operations["getPrescription"];
        put?: never;
        /** Makes a request. */
        post: operations["postPrescription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** A doctor begins the review. */
        put: operations["putPrescriptionAcknowledge"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Cancels a request. */
        put: operations["putPrescriptionCancel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/cancellation/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The cancellation of a copy as PDF. */
        get: operations["getPrescriptionCancellationId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** A doctor takes a patient's pending work. */
        put: operations["putPrescriptionClaim"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/claim-next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** A doctor takes the patient who has waited longest. */
        put: operations["putPrescriptionClaim_next"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/claim/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who has a patient's pending work. */
        get: operations["getPrescriptionClaimPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/copy/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed sheet of a copy as PDF; a void one says so. */
        get: operations["getPrescriptionCopyId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/create-and-pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a request in the free mode. */
        post: operations["postPrescriptionCreate_and_pending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/document/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed sheet, or its preview, as PDF. */
        get: operations["getPrescriptionDocumentId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/dr-pharmacy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** The doctor's choice of pharmacy. */
        put: operations["putPrescriptionDr_pharmacy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The request still being written. */
        get: operations["getPrescriptionDraft"];
        /** Saves the request still being written. */
        put: operations["putPrescriptionDraft"];
        post?: never;
        /** Throws the request still being written away. */
        delete: operations["deletePrescriptionDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/encounter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Records how the patient was met. */
        put: operations["putPrescriptionEncounter"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/faxed-or-refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was faxed or refunded. */
        get: operations["getPrescriptionFaxed_or_refunded"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/fee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The fee of a number of medications. */
        post: operations["postPrescriptionFee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/handed-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Records what became of a printed prescription. */
        put: operations["putPrescriptionHanded_over"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/invoice/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The receipt's facts. */
        get: operations["getPrescriptionInvoiceId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/medication/directions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a line would say, and why it could not be signed. */
        post: operations["postPrescriptionMedicationDirections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/medication/marks/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What to look at in plain words about the medications being asked for. */
        post: operations["postPrescriptionMedicationMarksPersonId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/medication/medication-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Edits the drug and the usage of a line. */
        put: operations["putPrescriptionMedicationMedication_usage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/medication/number/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whether so many more medications may be asked for today. */
        post: operations["postPrescriptionMedicationNumberPersonId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/medication/updateStatus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Approves, rejects or undoes a line. */
        put: operations["putPrescriptionMedicationUpdateStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/medication/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Edits the usage of a line. */
        put: operations["putPrescriptionMedicationUsage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/payment-completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Moves a paid request to the doctors. */
        put: operations["putPrescriptionPayment_completed"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/pending/person/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The open work on a patient. */
        get: operations["getPrescriptionPendingPersonPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/person/duplicate/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whether a drug is in the list already. */
        post: operations["postPrescriptionPersonDuplicatePersonId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/person/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A patient's prescriptions. */
        get: operations["getPrescriptionPersonPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/print": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Records a paper print. */
        put: operations["putPrescriptionPrint"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All pending work of the clinic, oldest first. */
        get: operations["getPrescriptionQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/receipt/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The receipt as PDF. */
        get: operations["getPrescriptionReceiptId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/refund-success": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Marks a confirmed refund. */
        put: operations["putPrescriptionRefund_success"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** A doctor gives a patient's pending work back. */
        put: operations["putPrescriptionRelease"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/renewable/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What may be renewed, with the day its supply ends. */
        get: operations["getPrescriptionRenewablePersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/reply-fax/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether it can be reported, by link, that a prescription did not arrive. */
        get: operations["getPrescriptionReply_faxId"];
        put?: never;
        /** Reports, by link and once, that a prescription did not arrive. */
        post: operations["postPrescriptionReply_faxId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/set-pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Charges the fee to a card, or takes an approved wallet order. */
        put: operations["putPrescriptionSet_pay"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/set-text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The doctor's text. */
        post: operations["postPrescriptionSet_text"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Signs the prescription. */
        put: operations["putPrescriptionSign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/verify-number": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Records that the pharmacy said by telephone that a fax number is its own. */
        put: operations["putPrescriptionVerify_number"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Voids a copy, so that the prescription can be issued again. */
        put: operations["putPrescriptionVoid"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/void-told": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Records that the old pharmacy was told of the void by telephone. */
        put: operations["putPrescriptionVoid_told"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prescription/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A prescription. */
        get: operations["getPrescriptionId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/problem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All suggestions, newest first. */
        get: operations["getProblem"];
        put?: never;
        /** Suggests an improvement, with a picture of the screen. */
        post: operations["postProblem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/problem/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Marks a suggestion as read. */
        put: operations["putProblemAcknowledge"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/problem/count-unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many suggestions nobody has read. */
        get: operations["getProblemCount_unread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Settings that the screens need. */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-assessment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Orders a sleep apnea test; in the free mode it is sent at once. */
        post: operations["postSleep_assessment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-assessment/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Withdraws an order that is not paid. */
        put: operations["putSleep_assessmentCancel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-assessment/document/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The order's sheet as PDF: anonymous for the patient, the request for the staff. */
        get: operations["getSleep_assessmentDocumentId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-assessment/payment-completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sends a paid order to the clinic, or a free one. */
        put: operations["putSleep_assessmentPayment_completed"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-assessment/pending-by-person/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A patient's orders that are not finished. */
        get: operations["getSleep_assessmentPending_by_personId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-assessment/person/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All orders of a patient, newest first. */
        get: operations["getSleep_assessmentPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-assessment/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The anonymous sheet before an order, as PDF. */
        post: operations["postSleep_assessmentPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-assessment/receipt/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The receipt of a paid order, as PDF. */
        get: operations["getSleep_assessmentReceiptId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-assessment/refund-success": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Marks a confirmed refund. */
        put: operations["putSleep_assessmentRefund_success"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-assessment/set-pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Charges the fee to a card, or takes an approved wallet order. */
        put: operations["putSleep_assessmentSet_pay"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-assessment/update-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sets what the staff know of an order. */
        put: operations["putSleep_assessmentUpdate_status"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-assessment/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An order. */
        get: operations["getSleep_assessmentId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-clinic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The branches of the sleep clinics by name. */
        get: operations["getSleep_clinic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Saves a new version of one's sleep information. */
        post: operations["postSleep_info"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-info/person/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All versions of a patient's sleep information, newest first. */
        get: operations["getSleep_infoPersonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sleep-info/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One version of sleep information. */
        get: operations["getSleep_infoId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/staff-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The accounts of the staff, by name. */
        get: operations["getStaff_account"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/staff-account/disable/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Switches an account off; its sessions end. */
        put: operations["putStaff_accountDisableId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/staff-account/enable/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Switches an account on again. */
        put: operations["putStaff_accountEnableId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/staff-account/numbers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Keeps the numbers of somebody who prescribes or bills. */
        put: operations["putStaff_accountNumbersId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/staff-account/role/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Gives somebody of the staff another role; their sessions end. */
        put: operations["putStaff_accountRoleId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/staff-account/second-step/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Takes the authenticator of somebody else away: they enrol again. */
        put: operations["putStaff_accountSecond_stepId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/staff-account/sign-out/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Ends every session of somebody else. */
        put: operations["putStaff_accountSign_outId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/staff-account/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One account of the staff: where it is signed in, and what was changed on it. */
        get: operations["getStaff_accountId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/staff-account/{id}/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends one session of somebody else. */
        delete: operations["deleteStaff_accountIdSessionsSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Billed, paid, refused and outstanding by month of service. */
        get: operations["getTele_planBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/bill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bills a visit to the plan, once. */
        post: operations["postTele_planBill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/bill/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A bill with its history. */
        get: operations["getTele_planBillId"];
        /** Changes a bill that has not left, or came back. */
        put: operations["putTele_planBillId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/bill/{id}/resubmit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Makes a rejected bill ready to be sent again. */
        put: operations["putTele_planBillIdResubmit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/claim-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Files of claims, newest first, and what waits to be sent. */
        get: operations["getTele_planClaim_numbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/eligibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Asks the provincial plan whether it covers a person. */
        post: operations["postTele_planEligibility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the password at Teleplan. */
        post: operations["postTele_planPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/problematic-invoice-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Bills that came back. */
        get: operations["getTele_planProblematic_invoice_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/pull-latest-remittance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fetches what the plan has for us. */
        post: operations["postTele_planPull_latest_remittance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/remittance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lines of remittances, newest first. */
        get: operations["getTele_planRemittance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/remittance-exceptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lines that a person has to look at. */
        get: operations["getTele_planRemittance_exceptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/remittance-exceptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Assigns such a line to a bill, or says it belongs to none. */
        put: operations["putTele_planRemittance_exceptionsId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/remittance-files/{id}/take-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes a file again that was set aside. */
        post: operations["postTele_planRemittance_filesIdTake_again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/remittance-months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Billed and paid by month of payment. */
        get: operations["getTele_planRemittance_months"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/send-unsent-bills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends the bills that wait. */
        post: operations["postTele_planSend_unsent_bills"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tele-plan/status-retrieved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When the latest remittance was pulled, and with what result. */
        get: operations["getTele_planStatus_retrieved"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Registers a patient. */
        post: operations["postUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirms the e-mail address. */
        post: operations["postUserActivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/activate/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends the confirmation code again. */
        post: operations["postUserActivateResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in, in two calls. */
        post: operations["postUserAuthenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/change-email/get-email-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Step 2: the code from the phone or the authenticator. */
        post: operations["postUserChange_emailGet_email_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/change-email/get-phone-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Step 1 of an e-mail change: the password; sends a code to the phone. */
        post: operations["postUserChange_emailGet_phone_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/change-email/set-new-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Step 3: the new address; sends a code there. */
        post: operations["postUserChange_emailSet_new_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/change-email/validate-email-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Step 4: the code from the new address, which is the account's from now on. */
        post: operations["postUserChange_emailValidate_email_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/create-person": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes the person of a user that lacks one. */
        post: operations["postUserCreate_person"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/credential/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the own password and telephone numbers. */
        put: operations["putUserCredentialId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/dont-show-last-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Hides the last-login dialog for 24 hours. */
        put: operations["putUserDont_show_last_login"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/email/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether an address has an account: the own address, and any for an administrator. */
        get: operations["getUserEmailEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/hand-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives the partner clinic's server a token that signs a patient in, once. */
        post: operations["postUserHand_over"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/isActivated/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether an account was activated lately. */
        get: operations["getUserIsActivatedEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/patients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The patients list. */
        get: operations["getUserPatients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Keeps the colour scheme and whether keyboard shortcuts are on. */
        put: operations["putUserPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/recovery/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets a new password, and ends every session. */
        post: operations["postUserRecoveryPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/recovery/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins to recover a password. */
        post: operations["postUserRecoverySearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/recovery/send-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends the link that sets a new password. */
        post: operations["postUserRecoverySend_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where one is signed in. */
        get: operations["getUserSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends one of the own sessions. */
        delete: operations["deleteUserSessionsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the session. */
        post: operations["postUserSign_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/sign-out-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends every other session of one's own. */
        post: operations["postUserSign_out_others"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes up the session of a token again, or turns a token that the partner clinic handed over into one. */
        post: operations["postUserToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Closes the own account, in the automatic mode only; the record stays. */
        delete: operations["deleteUserId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The card provider's notices. */
        post: operations["postWebhooksStripe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccessLog: {
            items: components["schemas"]["AccessLogEntry"][];
            nextCursor: string | null;
        };
        /** @description One opening or change of a record. */
        AccessLogEntry: {
            /** Format: date-time */
            at: string;
            /** @description Null for someone with an emailed link. */
            by: components["schemas"]["PersonRef"] | null;
            /** @description Doctor, Office, Customer service, Administrator, You, or Someone with your link. */
            role: string;
            /** @description What was done, as a sentence. */
            what: string;
        };
        /** @description One change in the history of an account. */
        AccountChange: {
            /** Format: uuid */
            _id: string;
            /** Format: date-time */
            at: string;
            became: string;
            by: components["schemas"]["PersonRef"];
            was: string;
            /** @description role, numbers, disabled, enabled, `second_step` or sessions */
            what: string;
        };
        /** @description PUT /note/reply/acknowledge */
        Acknowledge: {
            /** Format: uuid */
            messageId: string;
            /**
             * Format: uuid
             * @description The patient, or the acting person.
             */
            personId: string;
            /** Format: uuid */
            replyId: string;
            /**
             * @description The text that was read.
             * @default null
             */
            replyText?: string | null;
        };
        AcknowledgeLabTest: {
            /** Format: uuid */
            labtestId: string;
            /**
             * Format: uuid
             * @description The message that led here; it is marked as read.
             * @default null
             */
            messageId?: string | null;
            /** Format: uuid */
            personId: string;
        };
        AcknowledgeProblem: {
            /** Format: uuid */
            id: string;
        };
        /** @description Who acknowledged a reply, and when. */
        Acknowledged: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["PersonRef"];
        };
        Activate: {
            email: string;
            verificationCode: string;
        };
        Activated: {
            /**
             * Format: int32
             * @description 1 means verified.
             */
            activate: number;
        };
        AddFilter: {
            /**
             * @description Ingredients that are excepted from the rule; the payload's name (decision 109).
             * @default []
             */
            activeList?: string[];
            /**
             * @description ATC codes that it matches as well; if absent, those that the catalogue shows for the class.
             * @default null
             */
            atcList?: string[] | null;
            /**
             * @description Ingredients that it matches as well.
             * @default []
             */
            matchedIngredients?: string[];
            /**
             * @description Schedules that it matches as well.
             * @default []
             */
            schedules?: string[];
            status: string;
            tc_ahfs_number: string;
        };
        /** @description A prescription with the same drug. */
        AgainOf: {
            /** @description P-20418 */
            label: string;
            /** @description Not with a pharmacy yet; otherwise it was supplied and should still last. */
            open: boolean;
            /** Format: uuid */
            prescriptionId: string;
            /**
             * Format: date
             * @description The estimated first day without it; null if it cannot be estimated.
             */
            runsOutOn: string | null;
        };
        /** @description Why a drug is needed again: the patient's explanation, and what conflicted with the line at that time. */
        AgainView: {
            of: components["schemas"]["AgainOf"][];
            words: string;
        };
        AnswerOffer: {
            /** @description True adds or keeps the set; false declines or removes it. */
            accept: boolean;
        };
        /** @description How the answering machine identified itself, compared with the dialled number (reference fax.md 5). */
        Answered: "same_number" | "other_number" | "no_number";
        /** @description A change that needs only the version seen. */
        AsSeen: {
            /** Format: int64 */
            version: number;
        };
        AskFee: {
            /** Format: uint32 */
            medications: number;
        };
        /** @description POST /pharmanet/form */
        AskForm: {
            encryptedStr: string;
            /** Format: uuid */
            personId: string;
        };
        /** @description The partner clinic's server requests a sign-in. */
        AskHandOver: {
            email: string;
            secret: string;
        };
        /** @description The medications that a patient is about to request. */
        AskMarks: {
            /** @default [] */
            medications?: components["schemas"]["MedicationInput"][];
        };
        /** @description The filters; absent or null ones match everything. Days are in the clinic's time zone. */
        AuditFilters: {
            /**
             * Format: uuid
             * @default null
             */
            accessedBy?: string | null;
            /**
             * Format: date
             * @default null
             */
            endDate?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            patient?: string | null;
            /**
             * Format: date
             * @default null
             */
            startDate?: string | null;
        };
        AuditPage: {
            items: components["schemas"]["AuditRecord"][];
            /** Format: uuid */
            nextCursor: string | null;
            /**
             * Format: int64
             * @description Counted up to 10,000.
             */
            total: number;
        };
        /** @description One audit entry. */
        AuditRecord: {
            /** Format: uuid */
            _id: string;
            /** @description Null for someone with an emailed link, or a job. */
            accessedBy: components["schemas"]["PersonRef"] | null;
            /** Format: date-time */
            createdAt: string;
            patient: components["schemas"]["PersonRef"] | null;
            /** @description Doctor, Office, Customer service, Administrator, Patient, or Someone with a link. */
            role: string;
            /** @description What was done, as a sentence. */
            what: string;
        };
        /** @description A search of the audit log (decision 110): the four filters, either directly or inside `filters`. */
        AuditSearch: {
            /**
             * Format: uuid
             * @default null
             */
            accessedBy?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            cursor?: string | null;
            /**
             * Format: date
             * @default null
             */
            endDate?: string | null;
            filters?: components["schemas"]["AuditFilters"] | null;
            /**
             * Format: uint32
             * @description 1 to 100; 10 when absent.
             * @default null
             */
            limit?: number | null;
            /**
             * Format: uuid
             * @default null
             */
            patient?: string | null;
            /**
             * Format: date
             * @default null
             */
            startDate?: string | null;
        };
        /** @description The audit chain. */
        AuditState: {
            /** @description The hash at the head of the chain. */
            head: string | null;
            /**
             * Format: int64
             * @description The number of entries in the chain.
             */
            lines: number;
            /**
             * Format: date-time
             * @description When that day's chain head was published.
             */
            publishedAt: string | null;
            /** @description Whether chain heads are to be published. */
            publishes: boolean;
            /** Format: date */
            signedDay: string | null;
            /**
             * Format: date-time
             * @description The oldest entry that is not in the chain yet.
             */
            waitsSince: string | null;
        };
        /** @description Sign-in, for both the first and the second request (decision 146). */
        Authenticate: {
            Email: string;
            Password: string;
            /** @default null */
            Role?: components["schemas"]["Role"] | null;
            /**
             * @description Sent by a browser: the session is bound to a cookie.
             * @default false
             */
            browser?: boolean;
            /** @default null */
            captcha?: string | null;
            /** @default null */
            code?: string | null;
            /** @description City and region as determined by the page; shown at the next sign-in, never trusted (decision 95). */
            ipObj?: components["schemas"]["IpObject"] | null;
            /** @default null */
            storedCode?: string | null;
        };
        /** @description The latest backup. */
        BackupState: {
            /** Format: date-time */
            at: string | null;
            /** Format: int64 */
            bytes: number | null;
            /** Format: int64 */
            dueHours: number;
            /** @description salal, or operator: made by the operator's own tools. */
            madeBy: string | null;
            name: string | null;
        };
        /** @description A month of visits. */
        BalanceMonth: {
            /** Format: double */
            billed: number;
            /** Format: int64 */
            bills: number;
            /** @description `2026-11` */
            month: string;
            /** Format: double */
            outstanding: number;
            /** Format: double */
            paid: number;
            /** Format: double */
            refused: number;
        };
        /** @description Whether the visit was billed before; no bill is created then. */
        BillAnswer: {
            /** @description The bill that was created. */
            bill: components["schemas"]["BillView"] | null;
            isExistBill: boolean;
            message: string;
        };
        /** @description The fields of a bill that can be changed. */
        BillChange: {
            diagnosisCode: string;
            /**
             * @description Sent to the plan with the next claim; required for a rejected claim.
             * @default null
             */
            note?: string | null;
            serviceCode: string;
            /** Format: date-time */
            serviceEndTime: string;
            /** Format: date-time */
            serviceStartTime: string;
        };
        /** @description One entry of a bill's history. */
        BillEventView: {
            /** Format: double */
            amount: number | null;
            /** Format: date-time */
            at: string;
            by: components["schemas"]["PersonRef"] | null;
            codes: components["schemas"]["CodeView"][];
            detail: string | null;
            kind: string;
            /** @description Display text of the kind. */
            text: string;
        };
        /** @description A visit to bill. */
        BillObj: {
            billWay: components["schemas"]["BillWay"];
            diagnosisCode: string;
            /** Format: uuid */
            personId: string;
            /** Format: uuid */
            prescriptionId: string;
            /**
             * Format: uuid
             * @description The doctor who saw the patient; if absent, according to the record.
             * @default null
             */
            seenBy?: string | null;
            serviceCode: string;
            /** Format: date-time */
            serviceEndTime: string;
            /** Format: date-time */
            serviceStartTime: string;
        };
        /** @description A visit billed to the plan. */
        BillView: {
            /** Format: uuid */
            _id: string;
            /** Format: double */
            amount: number;
            billWay: components["schemas"]["BillWay"];
            canEdit: boolean;
            /** Format: date-time */
            createdAt: string;
            diagnosis: string | null;
            diagnosisCode: string;
            /** @description Our number on claims, seven digits. */
            folio: string;
            /** @description Oldest first. */
            history: components["schemas"]["BillEventView"][];
            note: string | null;
            /** Format: double */
            paid: number;
            person: components["schemas"]["PersonRef"];
            practitioner: components["schemas"]["PersonRef"];
            prescription: components["schemas"]["BilledPrescription"];
            /** @description `13437 age 2-49` */
            service: string;
            serviceCode: string;
            /** Format: date */
            serviceDate: string;
            /** Format: date-time */
            serviceEndTime: string;
            /** Format: date-time */
            serviceStartTime: string;
            status: string;
            statusText: string;
            /** Format: int64 */
            version: number;
            /** @description Why it was left out of the last file. */
            waitsFor: string | null;
        };
        /**
         * @description The means of the visit.
         * @enum {string}
         */
        BillWay: "phone" | "msg";
        /** @description The prescription of a bill. */
        BilledPrescription: {
            /** Format: uuid */
            _id: string;
            /** @description P-20418 */
            label: string;
        };
        BloodPressure: {
            /** Format: uuid */
            _id: string;
            /**
             * Format: int64
             * @description mmHg
             */
            diastolic: number;
            /** Format: date-time */
            measureDate: string;
            /**
             * Format: int64
             * @description mmHg
             */
            systolic: number;
        };
        /** @description A blood pressure as sent. Missing fields are reported beside the field. */
        BloodPressureInput: {
            /**
             * @description Accepted for compatibility with the contract; every save is a new record.
             * @default null
             */
            _id?: string | null;
            /**
             * Format: int64
             * @default null
             */
            diastolic?: number | null;
            /**
             * @description A UTC time, or date and time in Vancouver (`2026-11-20T18:12`).
             * @default null
             */
            measureDate?: string | null;
            /**
             * Format: int64
             * @default null
             */
            systolic?: number | null;
        };
        ByMessage: {
            /** Format: uuid */
            id: string;
        };
        CancelSleepAssessment: {
            /** Format: uuid */
            id: string;
        };
        CardName: {
            given_name: string;
            surname: string;
        };
        /** @description The plan's response for a person's card. */
        CardState: {
            other: string | null;
            status: string;
        };
        /** @description The card or wallet on the receipt. */
        CardView: {
            brand: string;
            last4: string;
            name: components["schemas"]["CardName"];
        };
        /** @description A drug with all its fields, and its manual overrides. */
        CatalogueDrug: {
            administrations: string[];
            ai_group_no: string;
            atc_numbers: string[];
            class_name: string;
            company_name: string;
            descriptor: string;
            drug_code: string;
            drug_identification_number: string;
            /** @description Empty when it can be renewed; the strictest first. */
            filter: components["schemas"]["FilterHit"][];
            formulations: string[];
            /** @description Absent while everything is as in Health Canada's data. */
            hand: components["schemas"]["HandEdit"] | null;
            history_date: string;
            /** Format: uuid */
            id: string;
            ingredients: components["schemas"]["Ingredient"][];
            name: string;
            /** @description Neither class nor schedule is known: a doctor decides (decision 144). */
            needsDoctor: boolean;
            number_of_ais: string;
            schedules: string[];
            status: string;
            tc_ahfs_numbers: string[];
            /** @description Changes with every change of the drug; sent back with the next one. */
            version: string;
        };
        /** @description A page of the catalogue, by name. */
        CataloguePage: {
            items: components["schemas"]["CatalogueDrug"][];
            nextCursor: string | null;
            /** Format: uint64 */
            total: number;
        };
        ChangeBill: {
            billObj: components["schemas"]["BillChange"];
            /** Format: int64 */
            version: number;
        };
        ChangeView: {
            administrations: string[];
            /** Format: date-time */
            at: string;
            by: components["schemas"]["PersonRef"];
            /** @description A doctor's explicit exception for a drug of a prohibited class; for staff. */
            exception: components["schemas"]["ExceptionView"] | null;
            formulations: string[];
            ingredients: components["schemas"]["Ingredient"][];
            /**
             * @description requested, usage, drug, exception or takeover
             * @enum {string}
             */
            kind: "requested" | "usage" | "drug" | "exception" | "takeover";
            name: string;
            /** @description Why it may cover more than 12 months, in the doctor's words. */
            supplyReason: string | null;
            /** @description The doctor whose decision the signer took over. */
            takenFrom: components["schemas"]["PersonRef"] | null;
            /** @description The sentence about a typed total that this change removed. */
            totalRemoved: string | null;
            usage: components["schemas"]["Usage"];
        };
        ChangedTemplate: {
            /** @default  */
            body?: string;
            /** @default  */
            name?: string;
            /** Format: int64 */
            version: number;
        };
        ChargeAnswer: {
            /** Format: double */
            chargeAmount: number;
            message: string | null;
            /** Format: uuid */
            paymentId: string;
            /** @enum {string} */
            state: "intended" | "charged" | "unknown" | "declined" | "capturing" | "failed";
        };
        ChargeOrder: {
            /**
             * Format: double
             * @description Must match the server's own amount.
             * @default null
             */
            amount?: number | null;
            /**
             * @description Accepted for compatibility with the contract; the description sent to the provider is our own.
             * @default null
             */
            description?: string | null;
            orderID: string;
        };
        /** @description A line being edited; nothing is stored. */
        CheckDirections: {
            /** @default [] */
            administrations?: string[];
            /** @description What a total was typed for, if there is one. */
            before?: components["schemas"]["TypedBefore"] | null;
            /** @default [] */
            formulations?: string[];
            /** @default [] */
            ingredients?: components["schemas"]["Ingredient"][];
            /** @default  */
            name?: string;
            /** @default null */
            supplyReason?: string | null;
            /** @default null */
            toDispense?: string | null;
            usage: components["schemas"]["Usage"];
        };
        CheckDuplicate: {
            drug: components["schemas"]["DrugToCompare"];
            /** @default [] */
            medications?: components["schemas"]["MedicationInput"][];
        };
        CheckEligibility: {
            /** @default null */
            DateOfBirth?: string | null;
            /**
             * @description Accepted for compatibility with the contract; the number on file is checked.
             * @default null
             */
            hic?: string | null;
            /** Format: uuid */
            personId: string;
        };
        CheckNumber: {
            prescriptionObj: components["schemas"]["NumberedRequest"];
        };
        /** @description A pharmacy by its id, or an object that contains it; the object's other fields are ignored. */
        ChosenPharmacy: string | {
            /** Format: uuid */
            _id: string;
        };
        /** @description A file of claims. */
        ClaimNumber: {
            /** Format: uuid */
            _id: string;
            /** Format: double */
            amount: number;
            /** Format: int64 */
            bills: number;
            /** Format: date-time */
            createdAt: string;
            firstSequence: string | null;
            lastSequence: string | null;
            number: string;
            /** Format: int64 */
            records: number;
            /** Format: date-time */
            sentAt: string | null;
            /** @description queued, built, sending, unknown, accepted or refused */
            status: string;
            /** @description Sent, or why it is not. */
            statusText: string;
            /** @description The message of the service, or what is being done. */
            told: string | null;
        };
        ClaimNumbers: {
            claimNumbers: components["schemas"]["ClaimNumber"][];
            /** Format: uint64 */
            total: number;
            unsent: components["schemas"]["UnsentBills"];
        };
        ClaimPatient: {
            /** Format: uuid */
            personId: string;
            /**
             * @description Take over a colleague's claim; requested and confirmed by the user.
             * @default false
             */
            takeOver?: boolean;
        };
        /** @description Who has claimed a patient's work. */
        ClaimView: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["PersonRef"];
            mine: boolean;
        };
        ClaimedView: {
            claim: components["schemas"]["ClaimView"] | null;
            /**
             * Format: uuid
             * @description Null when no patient is waiting.
             */
            personId: string | null;
        };
        /** @description An entry of the clarifications with a pharmacy or a clinic; never changed. */
        Clarification: {
            /** Format: uuid */
            _id: string;
            /** Format: date-time */
            at: string;
            by: components["schemas"]["PersonRef"];
            /** @description called, `faxed_back`, `we_called`, answered, confirmed */
            kind: string;
            needsDoctor: boolean;
            text: string;
        };
        /** @description The diagnosis code of a class; null when none is stored. */
        ClassDiagnosis: {
            diagnosis: string | null;
            diagnosisCode: string | null;
            tc_ahfs_number: string;
            /**
             * Format: int64
             * @description The version of the class's defaults; null when there are none.
             */
            version: number | null;
        };
        /** @description The drugs that a rule on a class would affect. */
        ClassPreview: {
            activeIngredients: string[];
            /**
             * @description ATC codes that the rule matches as well: the known ones of the class, or those that only the
             *     catalogue's drugs of the class have.
             */
            atcNumbers: string[];
            /** @description The name of the class; absent for one that is not in the table of classes. */
            className: string | null;
            /**
             * Format: uint64
             * @description Drugs for people that are in the catalogue.
             */
            drugs: number;
            /**
             * @description The drugs by ingredients, so that a screen can show the effect of exceptions: a drug is excepted when
             *     all of its ingredients are.
             */
            groups: components["schemas"]["PreviewGroup"][];
            tc_ahfs_number: string;
        };
        /** @description The question of a class; null when none is stored. */
        ClassQuestion: {
            question: string | null;
            tc_ahfs_number: string;
            /**
             * Format: int64
             * @description The version of the class's defaults; null when there are none.
             */
            version: number | null;
        };
        /** @description A walk-in clinic. */
        ClinicPlace: {
            address: string;
            name: string;
            phone: string;
        };
        ClinicQueue: {
            /** Format: int64 */
            givenUp: number;
            items: components["schemas"]["WaitingJob"][];
            nextCursor: string | null;
            rest: components["schemas"]["ClinicRest"] | null;
            /** Format: int64 */
            waiting: number;
        };
        /** @description The clinic does not respond and its jobs are paused. */
        ClinicRest: {
            /** Format: int64 */
            failures: number;
            /** Format: date-time */
            since: string;
            /**
             * Format: date-time
             * @description When the next job probes the clinic.
             */
            until: string;
        };
        /**
         * @description The clinic's time zone. Time zone data differs between browsers and this server: screens use these
         *     offsets, as documents and emails do.
         */
        ClinicTime: {
            name: string;
            /** @description Oldest first. */
            offsets: components["schemas"]["ClockOffset"][];
        };
        /** @description From this time on, the offset from UTC in minutes; negative is west of Greenwich. */
        ClockOffset: {
            /** Format: date-time */
            from: string;
            /** Format: int32 */
            minutes: number;
        };
        /** @description A remittance code with its text. */
        CodeView: {
            code: string;
            /** @description Null when it is in no list. */
            text: string | null;
        };
        /** @description The columns of a file, and their mapping to fields. */
        ColumnsView: {
            /** @description As named in the file. */
            columns: string[];
            /** @description Empty for a resource that takes no mapping. */
            fields: components["schemas"]["FieldView"][];
            /** @description A required field has no column of its name: a person must select one. */
            needsMapping: boolean;
        };
        CompleteSleepAssessment: {
            /**
             * @description Accepted for compatibility with the contract: the number on record is dialled.
             * @default null
             */
            fax?: unknown;
            /** Format: uuid */
            id: string;
            /**
             * @description Absent in the free mode.
             * @default null
             */
            paymentId?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            personId?: string | null;
        };
        /** @description The fields of a new message; its files are sent along. */
        Compose: {
            /**
             * @description The signed-in person, when given.
             * @default
             */
            from?: string;
            /** @default  */
            message?: string;
            /** @default  */
            subject?: string;
            /**
             * @description Customer Service, or the id of a person.
             * @default
             */
            to?: string;
            files?: Blob[];
        };
        Confirm: {
            /** @description Who confirmed it at the pharmacy, and what they said. */
            note: string;
            /**
             * Format: int64
             * @description The version seen by the caller.
             */
            version: number;
        };
        ConfirmLocation: {
            confirmed: boolean;
        };
        /** @description A consent of the sign-up. */
        ConsentOption: {
            key: string;
            label: string;
        };
        /** @description One copy of a prescription. */
        CopyView: {
            /** Format: uuid */
            _id: string;
            /** Format: date-time */
            deliveredAt: string | null;
            handed: components["schemas"]["HandedView"] | null;
            /** Format: date-time */
            issuedAt: string;
            issuedBy: components["schemas"]["PersonRef"];
            /**
             * Format: int64
             * @description 1 for the first.
             */
            number: number;
            pharmacyCity: string;
            pharmacyFax: string;
            pharmacyName: string;
            /** @description live, delivered, failed, voiding, voided */
            state: string;
            void: components["schemas"]["VoidView"] | null;
            /** @description The ways in which it can be voided now, the usual one first; none when it is void. */
            voidWays: string[];
            /** @description fax, paper */
            way: string;
        };
        /** @description A country. */
        Country: {
            Name: string;
            /** @description ISO 3166 alpha-2. */
            _id: string;
        };
        CreatePerson: {
            FirstName: string;
            LastName: string;
            /**
             * Format: uuid
             * @description The account.
             */
            user: string;
        };
        CreatePrescription: {
            /** @default [] */
            agreement?: boolean[];
            /**
             * @description Ignored: the server checks with the plan itself (decision 98).
             * @default null
             */
            eligibility?: unknown;
            /** @default false */
            locationConfirmed?: boolean;
            medications: components["schemas"]["MedicationInput"][];
            /**
             * Format: uuid
             * @default null
             */
            person?: string | null;
            /** @default null */
            pharmacy?: components["schemas"]["PharmacyRef"] | null;
        };
        /** @description A change of one's own credentials; omitted or empty fields are unchanged. */
        Credential: {
            /** @default null */
            BestPhoneNumber?: string | null;
            /**
             * @description The current address; to change it, use the steps of change-email.
             * @default null
             */
            Email?: string | null;
            /** @default null */
            Password?: string | null;
            /**
             * @description Staff only; a patient's is changed by the office.
             * @default null
             */
            PhoneNumber?: string | null;
            /** @default  */
            currentPassword?: string;
        };
        /** @description A medication taken by the patient. */
        CurrentMedication: {
            /** @default [] */
            administrations?: string[];
            /**
             * Format: uuid
             * @description The entry of the catalogue, if it was selected there.
             * @default null
             */
            drugId?: string | null;
            /** @default [] */
            formulations?: string[];
            /** @default [] */
            ingredients?: components["schemas"]["Ingredient"][];
            name: string;
            /** @default [] */
            usages: components["schemas"]["Usage"][];
        };
        /** @description Some rows of a resource. */
        DataPage: {
            /**
             * Format: uint64
             * @description Rows before the first of these.
             */
            from: number;
            items: unknown[];
            resource: string;
            /** Format: uint64 */
            total: number;
        };
        /** @description A reason that a doctor may give with a decision (decision 165). */
        DecisionReason: {
            /** @description What the patient is told to do next. */
            advice: string;
            code: string;
            /**
             * @description Approved or Rejected
             * @enum {string}
             */
            decision: "Approved" | "Rejected";
            /** @description For the doctor. */
            label: string;
            /**
             * @description message, request, visit, pharmacy, record or history
             * @enum {string}
             */
            next: "message" | "request" | "visit" | "pharmacy" | "record" | "history";
            /** @description What the patient reads. */
            sentence: string;
        };
        /** @description A decision with the marks shown at the time. */
        DecisionView: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["PersonRef"];
            /** @description Approved, Rejected or Undone */
            decision: string;
            marks: components["schemas"]["MarkView"][];
            /** @description Whether the doctor had expanded the collapsed marks. */
            opened: boolean;
            tablesVersion: string;
        };
        /** @description POST /pharmanet/decrypt */
        Decrypt: {
            encryptedStr: string;
        };
        Decrypted: {
            login: string;
            passwd: string;
        };
        /** @description A diagnosis code as a search result. */
        DiagnosisView: {
            code: string;
            description: string;
        };
        /** @description The directions and errors of a line as it is being edited. */
        DirectionsView: {
            /** @description Why the doctor must give a reason; null when none is needed. */
            asksForReason: string | null;
            /** @description Everything that prevents it from being signed, with the field to correct. */
            cannotSign: components["schemas"]["Fault"][];
            /** @description The quantity of one fill without a typed total. */
            computed: components["schemas"]["DispenseView"];
            /** @description `No refills`, or number and interval. */
            refills: string;
            /** @description The directions as they will be printed. */
            sentence: string;
            /** @description That the change removes the typed total; null when it is kept. */
            totalRemoved: string | null;
        };
        /** @description Free space of one location that grows. */
        Disk: {
            /** Format: uint64 */
            freeBytes: number;
            /** Format: uint64 */
            totalBytes: number;
            /** @description Contents of the directory, as display text. */
            what: string;
        };
        DispenseView: {
            computed: string | null;
            figures: string | null;
            needsTyping: boolean;
            note: string | null;
            /** @description That the newest change removed a typed total, and why; null once another was typed. */
            removed: string | null;
            typed: boolean;
            unit: string;
            words: string | null;
        };
        DocumentNumber: {
            DocumentNumber: string;
        };
        DrPharmacyOf: {
            /** Format: uuid */
            _id: string;
            /** @default null */
            drPharmacy?: components["schemas"]["PharmacyRef"] | null;
            /**
             * Format: int64
             * @default null
             */
            version?: number | null;
        };
        /** @description A saved draft, with the full pharmacy, so that any device can show it. */
        DraftContent: {
            loadCurrent: boolean;
            medications: components["schemas"]["MedicationInput"][];
            pharmacy: components["schemas"]["PharmacyView"] | null;
            step: string | null;
        };
        DraftView: {
            content: components["schemas"]["DraftContent"] | null;
            /** Format: date-time */
            updatedAt: string | null;
            /** Format: int64 */
            version: number;
        };
        /** @description A name of the catalogue and the products sold under it. */
        DrugName: {
            /**
             * Format: uint
             * @description Entries of this name.
             */
            count: number;
            /** @description Why none of them can be renewed; empty when one can. */
            filter: components["schemas"]["FilterHit"][];
            forms: string[];
            /** @description name, ingredient or din. */
            matched: string;
            name: string;
            /**
             * Format: uuid
             * @description The entry with the typed strength and form; null when none was typed, or several match.
             */
            preselected: string | null;
            selectable: boolean;
            /** @description Distinct strengths, `10 mg`; the typed one first. */
            strengths: string[];
        };
        /** @description The response of a search. */
        DrugNameList: {
            /** @description The suggested name, when no typed word is known; never searched automatically. */
            didYouMean: string[];
            items: components["schemas"]["DrugName"][];
            /**
             * Format: uint
             * @description The total number of names, including those not listed.
             */
            total: number;
        };
        /** @description Body of `POST /drug/names`. */
        DrugNames: {
            names: string[];
        };
        /** @description One product of the register (reference drug-product-database.md section 3). */
        DrugRecord: {
            administrations: string[];
            ai_group_no: string;
            atc_numbers: string[];
            /** @description `Human`, `Veterinary`, `Disinfectant`, `Radiopharmaceutical`. */
            class_name: string;
            company_name: string;
            descriptor: string;
            /**
             * Format: int64
             * @description Health Canada's key; unlike the DIN every product has one.
             */
            drug_code: number;
            /** @description Eight digits, or the published text if there is no number. */
            drug_identification_number: string;
            formulations: string[];
            /** @description `YYYY-MM-DD` if it could be parsed. */
            history_date: string;
            ingredients: components["schemas"]["Ingredient"][];
            name: string;
            number_of_ais: string;
            schedules: string[];
            status: string;
            tc_ahfs_numbers: string[];
        };
        DrugToCompare: {
            /** @default [] */
            ingredients?: components["schemas"]["Ingredient"][];
            name: string;
        };
        /** @description One entry of the catalogue. */
        DrugView: {
            /** Format: uuid */
            _id: string;
            administrations: string[];
            atc_numbers: string[];
            class_name: string;
            company_name: string;
            drug_code: string;
            drug_identification_number: string;
            /** @description Empty when it can be renewed; the strictest first. */
            filter: components["schemas"]["FilterHit"][];
            formulations: string[];
            ingredients: components["schemas"]["Ingredient"][];
            name: string;
            /** @description Neither class nor schedule is known: a doctor decides (decision 144). */
            needsDoctor: boolean;
            schedules: string[];
            tc_ahfs_numbers: string[];
        };
        DuplicateAnswer: {
            isDrugExisted: boolean;
        };
        /** @description A version replaced by a later report. */
        EarlierLabTest: {
            /** Format: uuid */
            _id: string;
            /** Format: date-time */
            acknowledgedAt: string | null;
            acknowledgedBy: components["schemas"]["PersonRef"] | null;
            comments: string[];
            /** Format: date-time */
            createdAt: string;
            items: components["schemas"]["LabItemView"][];
            /** Format: date-time */
            reportedAt: string | null;
            /** Format: int64 */
            version: number;
        };
        EarlierView: {
            /** Format: date-time */
            approvedAt: string;
            ingredient: string;
            /** @description P-20418 */
            label: string;
            /** Format: uuid */
            prescriptionId: string;
            /**
             * Format: date
             * @description The first day without it, estimated from the approval.
             */
            runsOutOn: string;
        };
        EditedMedication: {
            /** Format: uuid */
            _id: string;
            /**
             * Format: uuid
             * @description A different drug of the catalogue; doctors only.
             * @default null
             */
            drugId?: string | null;
            /**
             * Format: int64
             * @default null
             */
            version?: number | null;
        };
        EligibilityAnswer: {
            /** @description mismatch or Invalid Birthdate. */
            other: string | null;
            /**
             * @description valid, invalid or pending; unknown for another province's card.
             * @enum {string}
             */
            status: "valid" | "invalid" | "pending" | "unknown";
            /** @description The title with its suffix. */
            text: string;
            /** @enum {string} */
            title: "Eligible" | "Not Eligible" | "Pending Eligibility" | "Eligibility Unknown";
        };
        EmailCode: {
            emailCode: string;
        };
        EmailExists: {
            exists: boolean;
        };
        /** @description An encounter with the patient. */
        EncounterView: {
            /** Format: uuid */
            _id: string;
            /** @description Who saw the patient; for older entries, who recorded it. */
            by: components["schemas"]["PersonRef"];
            /** Format: date-time */
            end: string;
            /**
             * @description phone, msg or video
             * @enum {string}
             */
            kind: "phone" | "msg" | "video";
            /** @description Who recorded it. */
            recordedBy: components["schemas"]["PersonRef"];
            /** @description The doctor who saw the patient; null when it was not recorded. */
            seenBy: components["schemas"]["PersonRef"] | null;
            /** Format: date-time */
            start: string;
        };
        /** @description POST /pharmanet/encrypt */
        Encrypt: {
            login: string;
            password: string;
            /**
             * @description When the page asked; the sealed credentials expire with the session in any case.
             * @default null
             */
            timestamp?: unknown;
        };
        /** @description The sealed credentials, which the page may store. */
        Encrypted: {
            encryptedStr: string;
        };
        Ended: {
            /** Format: uint */
            ended: number;
        };
        Enrol: {
            otpauthUrl: string;
            secret: string;
        };
        /**
         * @description Where the program runs (decision 150).
         * @enum {string}
         */
        Environment: "dev" | "auto" | "test" | "prod";
        /** @description A doctor's explicit exception for a drug of a prohibited class. */
        Exception: {
            /** @description CONTINUING, SPECIALIST, ASSESSED, NO_OTHER_WAY or OTHER. */
            code: string;
            /**
             * @description Comment; required with OTHER.
             * @default null
             */
            text?: string | null;
        };
        /** @description Why a drug of a prohibited class is prescribed anyway. */
        ExceptionView: {
            code: string;
            /** @description The text of the code. */
            reason: string;
            /** @description The doctor's comment. */
            text: string | null;
        };
        /**
         * @description A rule that would match far fewer drugs or none, a list that would lose many entries, or one in which many
         *     fax numbers would change.
         */
        Fall: {
            /**
             * Format: uint
             * @description How many were already lost with recent imports, in steps too small to stop.
             * @default 0
             */
            earlier: number;
            /** @description Examples of what would be lost, or of entries with their old and new number. */
            examples: string[];
            /**
             * @description The kind: drugs, entries or numbers.
             * @default drugs
             */
            kind: components["schemas"]["FallKind"];
            /**
             * Format: uint
             * @description Drugs that the rule matched before, or entries of the list.
             */
            matched: number;
            /**
             * Format: uint
             * @description How many of them would be left; for entries of an earlier version, none.
             * @default 0
             */
            now: number;
            /** @description The rule's name, `Penicillins (08:12.16)`, or the name of the list. */
            rule: string;
        };
        /**
         * @description What becomes less: the drugs of a rule, the entries of a list, or the fax numbers of a list's entries that stay as they are.
         * @enum {string}
         */
        FallKind: "drugs" | "entries" | "numbers";
        /** @description One field that cannot be accepted, with the text the user reads beside it. */
        Fault: {
            /** @description The field's name in the request, e.g. `FirstName` or `medications[0].usages`. */
            field: string;
            /** @description The text shown to the user. */
            message: string;
        };
        /** @description One attempt to submit a fax to the service. */
        FaxAttempt: {
            /** Format: date-time */
            endedAt: string | null;
            /** Format: int64 */
            number: number;
            /** @description `open`, accepted, `not_sent`, delivered, failed, unknown */
            outcome: string;
            /** @description The service's id of the fax. */
            providerId: string | null;
            reason: string | null;
            /** Format: date-time */
            startedAt: string;
        };
        /** @description How many copies were sent, by whose request. The two are never added up: only the patient's are limited. */
        FaxCopies: {
            /**
             * Format: int64
             * @description Sent through the patient's link.
             */
            byLink: number;
            /**
             * Format: int64
             * @description The limit through the patient's link; null if there is no such link.
             */
            byLinkMost: number | null;
            /**
             * Format: int64
             * @description Sent by the clinic, the first copy included.
             */
            byStaff: number;
        };
        /** @description Another copy of the same subject. */
        FaxCopy: {
            /** Format: uuid */
            _id: string;
            byLink: boolean;
            /** Format: int64 */
            copy: number;
            /** Format: date-time */
            queuedAt: string;
            state: string;
        };
        /** @description A fax with all its details. */
        FaxDetail: {
            /** Format: uuid */
            _id: string;
            attemptList: components["schemas"]["FaxAttempt"][];
            /** Format: int64 */
            attempts: number;
            /** @description The staff member who sent it; null if it was sent automatically. */
            by: components["schemas"]["PersonRef"] | null;
            /** @description Requested through the patient's link. */
            byLink: boolean;
            /** @description Why its arrival cannot be confirmed by telephone. */
            canConfirm: string | null;
            /** @description Why no copy can be sent again from here. */
            canSendAgain: string | null;
            /** @description Oldest first. */
            clarificationList: components["schemas"]["Clarification"][];
            /**
             * Format: int64
             * @description Entries of the subject's clarifications.
             */
            clarifications: number;
            /** @description Who confirmed its arrival by telephone. */
            confirmedBy: components["schemas"]["PersonRef"] | null;
            copies: components["schemas"]["FaxCopies"];
            /**
             * Format: int64
             * @description 1 for the first copy.
             */
            copy: number;
            /** @description All copies of the subject, newest first, including this one. */
            copyList: components["schemas"]["FaxCopy"][];
            /** Format: date-time */
            deliveredAt: string | null;
            /** Format: int64 */
            pages: number | null;
            person: components["schemas"]["PersonRef"];
            proof: components["schemas"]["FaxProof"];
            /** Format: date-time */
            queuedAt: string;
            reason: string | null;
            recipientName: string;
            /** Format: date-time */
            sentAt: string | null;
            /** @description queued, sending, sent, delivered, failed, unknown */
            state: string;
            subject: components["schemas"]["FaxSubject"];
            toNumber: string;
            /** @description It failed or its outcome is unknown, and no one has acted on it yet. */
            trouble: boolean;
            /** Format: int64 */
            version: number;
        };
        FaxList: {
            items: components["schemas"]["FaxRow"][];
            nextCursor: string | null;
            /**
             * Format: int64
             * @description How many faxes need attention, whatever the filter.
             */
            trouble: number;
        };
        /** @description Proof of the transmission. */
        FaxProof: {
            /** @description SHA-256 of the signed pages. */
            documentSha256: string;
            /** @description Whether the sent cover is stored. */
            hasCover: boolean;
            /** @description How that compares with the dialled number; null if no machine answered. */
            machine: components["schemas"]["Answered"] | null;
            /** @description How the receiving machine identified itself. */
            remoteId: string | null;
            /** @description SHA-256 of cover and pages together, as sent. */
            sentSha256: string | null;
            /**
             * Format: date-time
             * @description When the service reports having sent it.
             */
            transmittedAt: string | null;
        };
        /** @description A fax in the list. */
        FaxRow: {
            /** Format: uuid */
            _id: string;
            /** Format: int64 */
            attempts: number;
            /** @description The staff member who sent it; null if it was sent automatically. */
            by: components["schemas"]["PersonRef"] | null;
            /** @description Requested through the patient's link. */
            byLink: boolean;
            /**
             * Format: int64
             * @description Entries of the subject's clarifications.
             */
            clarifications: number;
            /** @description Who confirmed its arrival by telephone. */
            confirmedBy: components["schemas"]["PersonRef"] | null;
            copies: components["schemas"]["FaxCopies"];
            /**
             * Format: int64
             * @description 1 for the first copy.
             */
            copy: number;
            /** Format: date-time */
            deliveredAt: string | null;
            /** Format: int64 */
            pages: number | null;
            person: components["schemas"]["PersonRef"];
            /** Format: date-time */
            queuedAt: string;
            reason: string | null;
            recipientName: string;
            /** Format: date-time */
            sentAt: string | null;
            /** @description queued, sending, sent, delivered, failed, unknown */
            state: string;
            subject: components["schemas"]["FaxSubject"];
            toNumber: string;
            /** @description It failed or its outcome is unknown, and no one has acted on it yet. */
            trouble: boolean;
            /** Format: int64 */
            version: number;
        };
        /** @description What a fax is about. */
        FaxSubject: {
            /** Format: uuid */
            _id: string;
            /** @description prescription, sleep */
            kind: string;
            /** @description P-20418 */
            label: string;
        };
        FaxView: {
            /** Format: uuid */
            _id: string;
            /**
             * Format: date-time
             * @description When it last changed: delivered, sent or queued.
             */
            at: string;
            /** Format: int64 */
            attempts: number;
            /**
             * Format: int64
             * @description 1 for the first copy.
             */
            copy: number;
            /** Format: int64 */
            pages: number | null;
            reason: string | null;
            recipientName: string;
            /**
             * @description queued, sending, sent, delivered, failed, unknown
             * @enum {string}
             */
            state: "queued" | "sending" | "sent" | "delivered" | "failed" | "unknown";
            toNumber: string;
            /** @description A copy failed, and none was delivered since. */
            undelivered: boolean;
        };
        FeeLineView: {
            /** Format: double */
            amount: number;
            text: string;
        };
        /** @description The fee rule in force in a deployment (decision 35). */
        FeeRule: "schedule" | "first-and-subsequent" | "private-pay-flat";
        FeeView: {
            /** Format: double */
            amount: number;
            lines: components["schemas"]["FeeLineView"][];
            rule: string;
            withCard: boolean;
        };
        /** @description The fee in dollars for one to five medications, by the rule in force. */
        Fees: {
            /**
             * Format: double
             * @description Each further medication.
             */
            additional: number;
            /** @description Same as `without_card` unless the rule has a separate fee for private pay. */
            privatePay: number[];
            withCard: number[];
            withoutCard: number[];
        };
        /** @description A field of a list. */
        FieldView: {
            /** @description The column mapped to it, or proposed. */
            column: string | null;
            isNeeded: boolean;
            name: string;
        };
        FileLabException: {
            /** Format: uuid */
            exceptionId: string;
            /**
             * Format: uuid
             * @description The patient, as determined by a doctor.
             */
            personId: string;
        };
        /** @description A file by name; its bytes are at `/file/{id}`. */
        FileRef: {
            /** Format: uuid */
            _id: string;
            name: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /** @description image/jpeg, image/png or application/pdf. */
            type: string;
        };
        /** @description A file that was stored but not imported, and why. */
        FileSetAside: {
            /** Format: uuid */
            _id: string;
            /** @description Most severe first; at most 500. */
            faults: components["schemas"]["LineFault"][];
            /** Format: date-time */
            fetchedAt: string;
            /** Format: int64 */
            lines: number;
            name: string;
        };
        /** @description One reason why a drug is filtered. */
        FilterHit: {
            /** @description A sentence for the user. */
            reason: string;
            status: components["schemas"]["FilterStatus"];
        };
        /** @description The result of importing a file. */
        FilterImport: {
            /** Format: uint64 */
            added: number;
            /** Format: uint64 */
            changed: number;
            /** Format: uint64 */
            unchanged: number;
        };
        FilterMark: {
            reason: string;
            /** @enum {string} */
            status: "CROSS_OUT" | "DO_NOT_SHOW_UP";
        };
        /** @description Whether the offer of the default set is still open. */
        FilterOffer: {
            /**
             * Format: uint64
             * @description The number of filters in the set.
             */
            filters: number;
            /**
             * @description `add`: there is no filter yet; `keep`: the set came with the catalogue; absent: answered, or the
             *     clinic created its own filters.
             * @enum {string|null}
             */
            offer: "add" | "keep" | null;
        };
        /** @description The effect of a filter. The later one is stricter. */
        FilterStatus: "CROSS_OUT" | "DO_NOT_SHOW_UP";
        /** @description A finding, as display text; without patient data. */
        Finding: {
            /** @description settings, jobs, services, unconfirmed, remittances, versions, backup, audit or disks */
            area: string;
            level: components["schemas"]["Level"];
            text: string;
        };
        FoundUser: {
            user: components["schemas"]["MaskedUser"];
        };
        GiveUp: {
            /** @description byHand, notNeeded, otherChart or other. A free text could contain health information. */
            reason: string;
        };
        /** @description Why a person continues an import or a build that stopped because it would remove much. */
        GoOn: {
            /** @description 5 to 500 characters. */
            reason: string;
        };
        /** @description Who overrode a drug, when, and Health Canada's values. */
        HandEdit: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["PersonRef"];
            /** @description Names of the changed fields. */
            fields: string[];
            /** @description Absent for a drug that was added manually. */
            register: components["schemas"]["DrugRecord"] | null;
        };
        HandOver: {
            /** Format: date-time */
            expiresAt: string;
            token: string;
            /** @description Where to redirect the patient. */
            url: string;
        };
        /** @description What happened to a paper copy. */
        HandOver2: {
            /**
             * Format: date-time
             * @default null
             */
            at?: string | null;
            /** Format: uuid */
            copyId: string;
            /** @description patient, pharmacy, faxed */
            how: string;
            /** Format: uuid */
            prescriptionId: string;
            /** @description Who took it, or which number it was faxed to. */
            to: string;
        };
        /** @description What happened to a paper copy. */
        HandedView: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["PersonRef"];
            /** @description patient, pharmacy, faxed */
            how: string;
            to: string;
        };
        /** @description One's own health document (`PUT /person/healthDoc/{id}`); files `file` (front) and `back`. */
        HealthDocument: {
            /** @default  */
            BCCardNumber?: string;
            /** @default  */
            HealthCardNumber?: string;
            /** @default  */
            HealthCardProvince?: string;
            /** @default  */
            PassportCountryId?: string;
            /** @default  */
            PassportNumber?: string;
            /**
             * @description true or false.
             * @default
             */
            isPrivatePay?: string;
            /** @default  */
            personId?: string;
            /** Format: binary */
            file?: Blob;
            /** Format: binary */
            back?: Blob;
        };
        HealthDocumentView: {
            DocumentNumber: string;
            Province: string;
            Type: string;
            /** Format: uuid */
            _id: string;
            /** @description The front, then the back. */
            files: components["schemas"]["FileRef"][];
            other: string | null;
            status: string;
        };
        /** @description A line of a request for a drug that is already requested, or should still last. */
        HeldLine: {
            /**
             * Format: uint
             * @description Its position in the request, from 0.
             */
            index: number;
            message: string;
            of: components["schemas"]["AgainOf"][];
        };
        HideLastLogin: {
            dontShowLastLogin: boolean;
            /** Format: uuid */
            id: string;
        };
        /** @description A file of an import. */
        ImportFile: {
            /** Format: uint64 */
            bytes: number;
            name: string;
        };
        /** @description The form of an import: a resource and one file or several. */
        ImportForm: {
            /** @description The resource, by its name. */
            collection: string;
            file: Blob[];
            /** @description For each renamed column a line `street=address`. */
            map?: string | null;
        };
        /** @description An import, a build or an undo. */
        ImportView: {
            /** Format: uuid */
            _id: string;
            /** @description Who started it; null for the terminal. */
            by: string | null;
            /** @description It is in force, and its predecessor is still stored. */
            canUndo: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt: string | null;
            files: components["schemas"]["ImportFile"][];
            /** @description import, build or undo. */
            kind: string;
            /** @description Why a person continued it. */
            reason: string | null;
            /** @description Most frequent first. */
            reasons: components["schemas"]["SkipReason"][];
            /** @description The outcome, as sentences. */
            report: string[];
            /** @description The resource's name. */
            resource: string;
            /** Format: int64 */
            rowsDone: number;
            /** Format: int64 */
            rowsSkipped: number;
            /**
             * Format: int64
             * @description Known after the file was checked.
             */
            rowsTotal: number;
            /**
             * @description Rules that match nothing any more or far fewer drugs, or the list that loses many of its entries: a
             *     failed import stopped because of them, another was continued.
             */
            silent: components["schemas"]["Fall"][];
            /** @description received, checking, writing, switching or ended. */
            stage: string;
            /** @description queued, running, done, failed, cancelled or undone. */
            state: string;
        };
        /** @description The page's state. */
        ImportsView: {
            /** @description The import that is waiting or running. */
            active: components["schemas"]["ImportView"] | null;
            /**
             * Format: date-time
             * @description When the drugs were last built.
             */
            builtAt: string | null;
            displayResources: components["schemas"]["ResourceView"][];
            hasMore: boolean;
            importResources: components["schemas"]["ResourceView"][];
            /** @description Newest first. */
            items: components["schemas"]["ImportView"][];
            /** @description Resources without which drugs cannot be built. */
            missing: string[];
        };
        /** @description One active ingredient of a drug. */
        Ingredient: {
            /** @description The `ML` of `10 MG / 5 ML`; blank for whole tablets and the like. */
            dosage_unit: string;
            /** @description The 5 of `10 MG / 5 ML`; blank when it is one. */
            dosage_value: string;
            /** @description The name, sometimes with its salt in brackets. */
            ingredient_name: string;
            /**
             * @description Text as published: `.035`, `4.0`, `1,250`, blank.
             * @default
             */
            strength: string;
            /**
             * @description Text as published: `MG`, `%`, `UNIT`.
             * @default
             */
            strength_unit: string;
        };
        InvitationList: {
            items: components["schemas"]["InvitationView"][];
            nextCursor: string | null;
            /** Format: uint64 */
            total: number;
        };
        InvitationView: {
            /** Format: uuid */
            _id: string;
            /** Format: date-time */
            createdAt: string;
            email: string;
            /** Format: date-time */
            expiresAt: string;
            invitedBy: components["schemas"]["PersonRef"];
            /**
             * @description open, used, revoked or expired.
             * @enum {string}
             */
            state: "open" | "used" | "revoked" | "expired";
        };
        Invite: {
            email: string;
        };
        Invited: {
            data: components["schemas"]["Said"];
        };
        /** @description Official Prescription Receipt. */
        Invoice: {
            address: string[];
            /** Format: double */
            balance: number;
            /** Format: double */
            charge: number;
            /** Format: date-time */
            chargedAt: string | null;
            header: components["schemas"]["InvoiceHeader"];
            label: string;
            payer: string;
            paymentType: string | null;
            /** Format: double */
            refund: number | null;
            /** Format: date-time */
            refundedAt: string | null;
        };
        InvoiceHeader: {
            address: string;
            clinic: string;
            phone: string;
        };
        IpObject: {
            /** @default null */
            city?: string | null;
            /** @default null */
            country?: string | null;
            /** @default null */
            region?: string | null;
        };
        IsActivated: {
            isActivated: boolean;
        };
        /** @description The unfinished jobs of one kind. */
        JobKind: {
            /**
             * Format: date-time
             * @description When the first waiting job is due.
             */
            due: string | null;
            /** Format: int64 */
            givenUp: number;
            kind: string;
            /** Format: date-time */
            lastGivenUp: string | null;
            /**
             * Format: date-time
             * @description The age of the oldest unfinished job.
             */
            oldest: string | null;
            /** @description Failed jobs may be retried. */
            retriable: boolean;
            /** Format: int64 */
            running: number;
            /** Format: int64 */
            waiting: number;
            /** @description Display text of the kind. */
            what: string;
            /** @description Why the last one failed, as display text. */
            why: string | null;
        };
        /** @description A person whose health number is on a report. */
        LabCandidate: {
            FirstName: string;
            LastName: string;
            /** Format: uuid */
            _id: string;
            /** Format: date */
            dateOfBirth: string | null;
        };
        /** @description A page of the reports without a patient, oldest first. */
        LabExceptionPage: {
            items: components["schemas"]["LabExceptionView"][];
            /** @description Names the next page; null on the last. */
            nextCursor: string | null;
            /** Format: uint64 */
            total: number;
        };
        /** @description A report without a matched patient. */
        LabExceptionView: {
            /** Format: uuid */
            _id: string;
            /** @description Patients with that health number. */
            candidates: components["schemas"]["LabCandidate"][];
            /** Format: date-time */
            collectedAt: string | null;
            comments: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date */
            dateOfBirth: string | null;
            healthNumbers: string[];
            items: components["schemas"]["LabItemView"][];
            lab: string;
            order: string;
            /** @description Why it is here, in a sentence. */
            reason: string;
            /** Format: date-time */
            reportedAt: string | null;
            /** @description The name on the report. */
            reportedName: string;
            title: string;
        };
        /** @description One result, as reported by the laboratory. */
        LabItemView: {
            comments: string[];
            /** @description The laboratory's own flag, such as `H`; empty when there is none. */
            flag: string;
            /** @description The meaning of the flag. */
            flagWords: string | null;
            /** @description What was ordered. */
            group: string;
            /** @description The laboratory flagged it as abnormal. */
            isMarked: boolean;
            name: string;
            /** @description The laboratory's reference range. */
            range: string;
            /** @description Display text, if it is not simply final. */
            status: string | null;
            unit: string;
            value: string | null;
        };
        /** @description The current results of an order. */
        LabTestView: {
            /**
             * Format: uuid
             * @description The id of the newest version.
             */
            _id: string;
            /** Format: date-time */
            acknowledgedAt: string | null;
            acknowledgedBy: components["schemas"]["PersonRef"] | null;
            /** Format: date-time */
            collectedAt: string | null;
            comments: string[];
            /**
             * Format: date-time
             * @description When it arrived here.
             */
            createdAt: string;
            /** @description Newest first. */
            earlier: components["schemas"]["EarlierLabTest"][];
            items: components["schemas"]["LabItemView"][];
            lab: string;
            /** @description The name on the report differs from the one on record. */
            nameDiffers: boolean;
            /** @description The laboratory's own number. */
            order: string;
            /** Format: date-time */
            reportedAt: string | null;
            /** @description The name on the report. */
            reportedName: string;
            /** @description The names of its groups. */
            title: string;
            /**
             * Format: int64
             * @description 1 for the first report; higher for later reports.
             */
            version: number;
        };
        /** @description The operator's claims (decision 128). */
        LandingNumbers: {
            locations: string;
            medications: string;
            pharmacies: string;
            years: string;
        };
        LastLogin: {
            city: string | null;
            country: string | null;
            /** Format: date-time */
            createdDate: string;
            ip: string;
            region: string | null;
        };
        /** @description A note about to be sent, which can still be cancelled. */
        Leaving: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["PersonRef"];
            /** @description `patient` (and the clinic's record) or `emr`. */
            to: string;
        };
        /** @description The severity of a finding. */
        Level: "wrong" | "notice";
        /** @description A fault of a file that was set aside. */
        LineFault: {
            /**
             * @description incomplete, otherCentre, sum or otherPayee; for the first two the file is set aside.
             * @default
             */
            kind: string;
            /**
             * Format: uint64
             * @description 0: the whole file.
             */
            line: number;
            text: string;
        };
        LineMarks: {
            /** @description Most severe first. */
            marks: components["schemas"]["PlainMark"][];
        };
        /** @description A file of a message read by link. */
        LinkedFile: {
            /** Format: uuid */
            _id: string;
            name: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /** @description image/jpeg, image/png or application/pdf. */
            type: string;
            /** @description The address of its content, for the holder of the link. */
            url: string;
        };
        /** @description A message read by link. */
        LinkedMessage: {
            /** Format: date-time */
            createdAt: string;
            files: components["schemas"]["LinkedFile"][];
            from: components["schemas"]["PersonRef"] | null;
            message: string;
            subject: string;
        };
        /** @description The beginning of a list's file, to detect its columns. */
        LookAtColumns: {
            /** @description The resource, by its name. */
            collection: string;
            /** @description The file's first lines as text. */
            start: string;
        };
        /** @description The form of one lookup, to be submitted at once and stored nowhere. */
        LookUpForm: {
            /** @description The address to submit it to. */
            action: string;
            login: string;
            password: string;
            phn: string;
        };
        /** @description What is to be paid for: one of the two. */
        MakeOrder: {
            /**
             * Format: uuid
             * @default null
             */
            prescriptionId?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            sleepAssessmentId?: string | null;
        };
        MakeRefund: {
            /** Format: double */
            amount: number;
            chargeId: string;
        };
        MarkRead: {
            /** Format: uuid */
            id: string;
            /**
             * @description False marks it as unread.
             * @default null
             */
            isRead?: boolean | null;
        };
        /** @description A safety mark of a line. */
        MarkView: {
            /** @description A short text for the collapsed line. */
            brief: string;
            /** @description Identical for identical facts. */
            key: string;
            /** @description allergy, interaction, condition, ingredient, class, early, dose, unrecorded or unchecked */
            kind: string;
            /** @description The emphasized beginning of the sentence. */
            lead: string;
            /**
             * Format: uint8
             * @description 3 do not combine without a specialist, 2 check or change something, 1 worth knowing.
             */
            level: number;
            source: string;
            text: string;
            with: components["schemas"]["MarkWith"] | null;
        };
        /** @description The other medication that a mark refers to. */
        MarkWith: {
            /** @description P-20418, if it was prescribed here. */
            label: string | null;
            name: string;
            /** @description line, recorded, supplement or prescribed */
            place: string;
        };
        MarksAnswer: {
            /** @description In the order of the medications. */
            lines: components["schemas"]["LineMarks"][];
            /** @description The version of the tables. */
            version: string;
        };
        MaskedUser: {
            /** @description `w***@mail.example` */
            Email: string;
            /** @description Valid for this recovery only; not an internal id. */
            _id: string;
        };
        /** @description A record as a response. */
        MedicalInfo: {
            AlcoholHistory: string;
            AllergyToMedication: string[];
            /** Format: date-time */
            CreatedAt: string;
            MedicalConditions: string[];
            MedicationsCurrentlyTaken: components["schemas"]["CurrentMedication"][];
            NoAllergy: boolean;
            NoMedicalCondition: boolean;
            NoSurgery: boolean;
            /** Format: uuid */
            Person: string;
            Sex: string;
            SmokingHistory: string;
            Surgeries: string[];
            /** Format: uuid */
            _id: string;
            /** @description The preferred pharmacy at that time. */
            defaultPharmacy: components["schemas"]["PharmacyView"];
            otherAllergy: components["schemas"]["NamedEntry"][] | null;
            otherItems: string[];
            otherMedicalConditions: components["schemas"]["NamedEntry"][] | null;
            otherSurgery: string[] | null;
            supplements: string[];
        };
        /** @description A record as sent. Missing fields are reported beside the field. */
        MedicalInfoInput: {
            /** @default  */
            AlcoholHistory?: string;
            /** @default [] */
            AllergyToMedication?: string[];
            /**
             * Format: date-time
             * @description Accepted for compatibility with the contract; the server's clock is used.
             * @default null
             */
            CreatedAt?: string | null;
            /** @default [] */
            MedicalConditions?: string[];
            /** @default [] */
            MedicationsCurrentlyTaken?: components["schemas"]["CurrentMedication"][];
            /** @default false */
            NoAllergy?: boolean;
            /** @default false */
            NoMedicalCondition?: boolean;
            /** @default false */
            NoSurgery?: boolean;
            /**
             * Format: uuid
             * @description The patient; if absent, the caller.
             * @default null
             */
            Person?: string | null;
            /** @default  */
            Sex?: string;
            /** @default  */
            SmokingHistory?: string;
            /** @default [] */
            Surgeries?: string[];
            /**
             * Format: uuid
             * @description The record it was based on; every save is a new one.
             * @default null
             */
            _id?: string | null;
            defaultPharmacy?: components["schemas"]["ChosenPharmacy"] | null;
            otherAllergy?: components["schemas"]["OtherEntries"] | null;
            /** @default [] */
            otherItems?: string[];
            otherMedicalConditions?: components["schemas"]["OtherEntries"] | null;
            /** @default null */
            otherSurgery?: string[] | null;
            /** @default [] */
            supplements?: string[];
        };
        MedicationBillPage: {
            items: components["schemas"]["MedicationBillView"][];
            nextCursor: string | null;
            /** Format: uint64 */
            total: number;
        };
        /** @description The defaults of a class of medications. */
        MedicationBillView: {
            /** Format: uuid */
            _id: string;
            /** Format: date-time */
            createdAt: string;
            /** @description The text of the code; null when it is in no list. */
            diagnosis: string | null;
            diagnosisCode: string | null;
            question: string | null;
            tc_ahfs_number: string;
            /** Format: int64 */
            version: number;
        };
        /** @description A rule in force. */
        MedicationFilterView: {
            /** Format: uuid */
            _id: string;
            /** @description Ingredients that are excepted from the rule. */
            activeIngredients: string[];
            /** @description ATC codes that it matches as well: the known ones of the class, and added ones. */
            atcNumbers: string[];
            /** @description The name of the class; absent for one that is not in the table of classes. */
            className: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Ingredients that it matches as well, as whole words. */
            matchedIngredients: string[];
            /** @description Schedules that it matches as well. */
            schedules: string[];
            /**
             * @description `CROSS_OUT` or `DO_NOT_SHOW_UP`.
             * @enum {string}
             */
            status: "CROSS_OUT" | "DO_NOT_SHOW_UP";
            /** @description Also applies to every class below it (decision 144). */
            tc_ahfs_number: string;
        };
        /** @description A medication as requested by a patient. The drug's details come from the database, by `drugId`. */
        MedicationInput: {
            /** @default [] */
            administrations: string[];
            /**
             * Format: uuid
             * @default null
             */
            drugId: string | null;
            /** @default [] */
            formulations: string[];
            /** @default [] */
            ingredients: components["schemas"]["Ingredient"][];
            /** @default  */
            name: string;
            /** @description Why it is needed again, if it is already requested or should still last (decision 161). */
            neededAgain?: string | null;
            /**
             * @description The last one counts.
             * @default []
             */
            usages: components["schemas"]["Usage"][];
        };
        MedicationView: {
            /** Format: uuid */
            _id: string;
            administrations: string[];
            /** @description The patient's explanation of why it is needed again, if it was already requested or still lasted. */
            again: components["schemas"]["AgainView"] | null;
            /** @description Recorded allergies whose name occurs in the drug's: a plain name match, not a safety check. */
            allergyMatch: string[];
            /**
             * @description Other approved prescriptions with the same ingredient whose estimated supply has not ended: from the
             *     clinic's own records, not a safety check.
             */
            alreadyPrescribed: components["schemas"]["EarlierView"][];
            /** @description Everything that prevents the line from being approved and signed, with the field to correct. */
            cannotSign: components["schemas"]["Fault"][];
            /** @description Oldest first; the last is in force. */
            changes: components["schemas"]["ChangeView"][];
            /** Format: date-time */
            decidedAt: string | null;
            decidedBy: components["schemas"]["PersonRef"] | null;
            /** @description Past decisions with the marks shown at the time, oldest first; for staff. */
            decisions: components["schemas"]["DecisionView"][];
            /** Format: uuid */
            drugId: string;
            filter: components["schemas"]["FilterMark"][];
            formulations: string[];
            ingredients: components["schemas"]["Ingredient"][];
            /** @description Safety marks, most severe first; for staff. Marks inform and never block. */
            marks: components["schemas"]["MarkView"][];
            name: string;
            /**
             * @description For staff: why a doctor must give a reason before this is approved; null when no reason is needed or
             *     one is in the history.
             */
            needsReason: string | null;
            /** @description For staff: why no one may prescribe it here; null when it may be prescribed. */
            neverPrescribed: string | null;
            /** @description Why it was decided, if a reason was given. */
            reason: components["schemas"]["ReasonView"] | null;
            /** @enum {string|null} */
            status: "Approved" | "Rejected" | null;
            tc_ahfs_numbers: string[];
            textLine: string;
            toDispense: components["schemas"]["DispenseView"];
            /** @description Oldest first; the last is in force. */
            usages: components["schemas"]["Usage"][];
            /** Format: int64 */
            version: number;
        };
        MessageInfo: {
            isExpired: boolean;
            isReplied: boolean;
            /** @description Null once it was answered: the link then shows nothing more. */
            message: components["schemas"]["LinkedMessage"] | null;
            person: components["schemas"]["PersonRef"];
        };
        MessageList: {
            /** @description Whether there are more than `total`. */
            isMore: boolean;
            items: components["schemas"]["MessageRow"][];
            nextCursor: string | null;
            /**
             * Format: int64
             * @description Counted up to 1000.
             */
            total: number;
        };
        /** @description The author of a message. */
        MessagePerson: {
            FirstName: string;
            /** @description For a patient, shown to staff. */
            HealthDocuments: components["schemas"]["CardState"][];
            LastName: string;
            /** Format: uuid */
            _id: string;
        };
        /** @description A row of a list. */
        MessageRow: {
            /** Format: uuid */
            _id: string;
            /** @description The patient it is about. */
            about: components["schemas"]["PersonRef"] | null;
            /** @description Whether a bill was created for it. */
            bill: boolean;
            /** @description Whether the reply box is shown. */
            canReply: boolean;
            /** Format: date-time */
            createdAt: string;
            files: components["schemas"]["FileRef"][];
            /** @description Null: sent by the product itself. */
            from: components["schemas"]["MessagePerson"] | null;
            isArchive: boolean;
            isRead: boolean;
            /** @description The prescription's number as displayed: P-20418. */
            label: string | null;
            /** Format: uuid */
            labtest: string | null;
            /** @description The beginning of the newest text; the opened message has the full text. */
            message: string;
            /** Format: uuid */
            note: string | null;
            /** Format: uuid */
            prescription: string | null;
            /** @description The same, with 80 characters and an ellipsis. */
            preview: string;
            /** @description Who answered last. */
            repliedBy: components["schemas"]["PersonRef"] | null;
            /** Format: int64 */
            replyCount: number;
            /** Format: uuid */
            sleepAssessment: string | null;
            /** @description The prescription's current status code. */
            status: string | null;
            /** @description Whether the subject is struck through. */
            struck: boolean;
            subject: string;
            /** @description Not Eligible, Eligibility Pending, Name MisMatch, Invalid Birthdate. */
            tags: string[];
            to: components["schemas"]["PersonRef"][];
            /** @description Customer Service, Doctor or Office, if it is addressed to the group. */
            toGroup: string | null;
            /** @description Decision 60: unread, and the last text is not the viewer's. */
            unread: boolean;
            /** Format: date-time */
            updatedAt: string;
            /**
             * @description The clinic's next action on the prescription, for staff: review, fax, send or refund.
             * @enum {string|null}
             */
            work: "review" | "fax" | "send" | "refund" | null;
        };
        /** @description A reply template of the clinic. */
        MessageTemplate: {
            /** Format: uuid */
            _id: string;
            /** @description With placeholders such as {FirstName}. */
            body: string;
            name: string;
            /** Format: date-time */
            updatedAt: string;
            updatedBy: components["schemas"]["PersonRef"];
            /** Format: int64 */
            version: number;
        };
        /** @description An opened message. */
        MessageView: {
            /** Format: uuid */
            _id: string;
            /** @description The patient it is about. */
            about: components["schemas"]["PersonRef"] | null;
            /** @description Whether a bill was created for it. */
            bill: boolean;
            /** @description Whether the reply box is shown. */
            canReply: boolean;
            /** Format: date-time */
            createdAt: string;
            files: components["schemas"]["FileRef"][];
            /** @description Null: sent by the product itself. */
            from: components["schemas"]["MessagePerson"] | null;
            isArchive: boolean;
            isRead: boolean;
            /** @description The prescription's number as displayed: P-20418. */
            label: string | null;
            /** Format: uuid */
            labtest: string | null;
            message: string;
            /** Format: uuid */
            note: string | null;
            /** Format: uuid */
            prescription: string | null;
            /** @description Who answered last. */
            repliedBy: components["schemas"]["PersonRef"] | null;
            /** @description Oldest first. */
            replies: components["schemas"]["ReplyView"][];
            /** Format: int64 */
            replyCount: number;
            /** Format: uuid */
            sleepAssessment: string | null;
            /** @description The prescription's current status code. */
            status: string | null;
            /** @description Whether the subject is struck through. */
            struck: boolean;
            subject: string;
            /** @description Not Eligible, Eligibility Pending, Name MisMatch, Invalid Birthdate. */
            tags: string[];
            to: components["schemas"]["PersonRef"][];
            /** @description Customer Service, Doctor or Office, if it is addressed to the group. */
            toGroup: string | null;
            /** @description Decision 60: unread, and the last text is not the viewer's. */
            unread: boolean;
            /** Format: date-time */
            updatedAt: string;
            /**
             * @description The clinic's next action on the prescription, for staff: review, fax, send or refund.
             * @enum {string|null}
             */
            work: "review" | "fax" | "send" | "refund" | null;
        };
        /**
         * @description Which portal this deployment is.
         * @enum {string}
         */
        Mode: "client" | "office" | "undefined";
        /** @description An id, or an object that carries one; with a version if the caller has seen one. */
        Named: string | {
            /** Format: uuid */
            _id: string;
            /**
             * Format: int64
             * @default null
             */
            version?: number | null;
        };
        /** @description An entry selected from a search, or typed. */
        NamedEntry: {
            /** @default  */
            _id: string;
            name: string;
        };
        NewBill: {
            billObj: components["schemas"]["BillObj"];
        };
        NewClarification: {
            /** Format: uuid */
            faxId: string;
            /** @description called, `faxed_back`, `we_called`, answered */
            kind: string;
            /** @default false */
            needsDoctor?: boolean;
            text: string;
        };
        NewEmail: {
            email: string;
        };
        NewPassword: {
            confirm: string;
            password: string;
        };
        NewTemplate: {
            /** @default  */
            body?: string;
            /** @default  */
            name?: string;
        };
        NextPatient: {
            /**
             * Format: uuid
             * @description The patient being left.
             * @default null
             */
            after?: string | null;
        };
        NotReceivedAnswer: {
            isReplied: boolean;
            message: string;
        };
        NotReceivedState: {
            /** @description Also true for a link that never existed. */
            isExpired: boolean;
            isReplied: boolean;
            /**
             * Format: date-time
             * @description The earliest time for a report, while it is too early.
             */
            possibleAt: string | null;
        };
        /** @description An unsigned draft. */
        NoteDraft: {
            /** Format: uuid */
            _id: string;
            /** @description It contains unsigned text. */
            changed: boolean;
            /** @description Its box is open. */
            edit: boolean;
            /** @description `[Draft]` */
            marker: string;
            /** Format: uuid */
            personId: string;
            text: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: int64
             * @description Incremented with each change.
             */
            version: number;
        };
        /** @description The thread through which the patient received a note. */
        NoteMessage: {
            /** Format: uuid */
            _id: string;
            /** @description No reply of the patient is unacknowledged. */
            isRead: boolean;
            /** @description Oldest first. */
            replies: components["schemas"]["NoteReply"][];
        };
        /** @description A page of notes, newest first. */
        NotePage: {
            items: components["schemas"]["NoteView"][];
            nextCursor: string | null;
            /** Format: int64 */
            total: number;
        };
        /** @description A reply in the thread of a note. */
        NoteReply: {
            /** Format: uuid */
            _id: string;
            acknowledged: components["schemas"]["Acknowledged"] | null;
            /** @description Written through an emailed link. */
            byLink: boolean;
            files: components["schemas"]["FileRef"][];
            from: components["schemas"]["PersonRef"];
            message: string;
            /** Format: date-time */
            repliedAt: string;
            /** @description Written by the patient and not acknowledged yet. */
            unread: boolean;
        };
        /** @description The text of a note, as signed. */
        NoteVersion: {
            /** Format: uuid */
            _id: string;
            /** Format: date-time */
            createdAt: string;
            from: components["schemas"]["PersonRef"];
            /**
             * Format: int64
             * @description 1 for the first.
             */
            revision: number;
            /** @description With its signature. */
            text: string;
            /** @description The person's text, without any marker. */
            written: string;
        };
        /** @description A signed note. */
        NoteView: {
            /** Format: uuid */
            _id: string;
            /** @description Not sent and not being sent (specification 001 section 4). */
            canEdit: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description The state of the copy for the clinic's record: queued, sent or failed. */
            emr: string | null;
            /** @description Who signed it first. */
            from: components["schemas"]["PersonRef"];
            isSentToEmr: boolean;
            leaving: components["schemas"]["Leaving"] | null;
            /** @description The markers after it, in order; only the product writes them. */
            markers: string[];
            message: components["schemas"]["NoteMessage"] | null;
            /**
             * Format: int64
             * @description The displayed number, as in #1184.
             */
            number: number;
            /**
             * Format: uuid
             * @description The patient it is about.
             */
            personId: string;
            /**
             * Format: uuid
             * @description The request it was sent with.
             */
            prescription: string | null;
            /** @description The newest version with all markers after it. */
            text: string;
            /**
             * Format: int64
             * @description Incremented with each change.
             */
            version: number;
            /** @description Oldest first; the last one is in force. */
            versions: components["schemas"]["NoteVersion"][];
            /** @description What the newest version's author wrote. */
            written: string;
        };
        Notified: {
            message: string;
        };
        NumberAnswer: {
            /** @description Lines that need the patient's explanation of why the drug is needed again. */
            held: components["schemas"]["HeldLine"][];
            /**
             * Format: uint32
             * @description How many more can be requested today.
             */
            left: number;
            message: string;
            success: boolean;
        };
        /** @description When and by whom a number was verified. */
        NumberVerified: {
            /** Format: date-time */
            at: string;
            /** @description Null if the answering fax machine identified itself with the number. */
            by: components["schemas"]["PersonRef"] | null;
        };
        /** @description The fax number of the pharmacy in force, and whether it has been verified. */
        NumberView: {
            /** @description `604-555-0142` */
            number: string;
            /** @description Null if it has not been verified, by telephone or by the answering machine's identification. */
            verified: components["schemas"]["NumberVerified"] | null;
        };
        NumberedRequest: {
            /** @default [] */
            medications?: components["schemas"]["MedicationInput"][];
        };
        OfPerson: {
            /**
             * Format: uuid
             * @default null
             */
            acknowledgedBy?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            faxedBy?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            messageId?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            personId?: string | null;
            /** Format: uuid */
            prescriptionId: string;
            /**
             * Format: int64
             * @default null
             */
            version?: number | null;
        };
        /**
         * @description Who may open the office's sign-up (decision 76).
         * @enum {string}
         */
        OfficeRegistration: "open" | "token";
        /** @description The state of the installation. */
        OperationsReport: {
            audit: components["schemas"]["AuditState"];
            backup: components["schemas"]["BackupState"];
            /** Format: date-time */
            checkedAt: string;
            disks: components["schemas"]["Disk"][];
            /** @description Errors first. */
            findings: components["schemas"]["Finding"][];
            jobs: components["schemas"]["JobKind"][];
            services: components["schemas"]["ServiceHealth"][];
            setAside: components["schemas"]["SetAsideFiles"];
            unconfirmed: components["schemas"]["UnconfirmedItem"][];
            versions: components["schemas"]["Versions"];
        };
        /** @description The lists that users select from, without No and Other (decision 88). */
        Options: {
            agreement: string[];
            alcohol: string[];
            allergies: string[];
            consents: components["schemas"]["ConsentOption"][];
            /** @description Reasons for approving or rejecting a line, each with its decision. */
            decisionReasons: components["schemas"]["DecisionReason"][];
            durations: string[];
            frequencies: string[];
            medicalConditions: string[];
            prescriptionStatuses: components["schemas"]["StatusOption"][];
            provinces: string[];
            quantities: string[];
            sexes: string[];
            sleepQuestions: components["schemas"]["SleepQuestion"][];
            smoking: string[];
            surgeries: string[];
        };
        OrderAnswer: {
            approveUrl: string;
            orderID: string;
        };
        /** @description What to order at which clinic. */
        OrderSleepAssessment: {
            /**
             * @description Accepted for compatibility with the contract (decision 45): the sheet is the server's own.
             * @default null
             */
            document?: unknown;
            sleepClinicObj?: components["schemas"]["SleepObject"] | null;
            sleepInfoObj?: components["schemas"]["SleepObject"] | null;
        };
        /** @description Null, a list, or a single entry (decision 106). */
        OtherEntries: components["schemas"]["NamedEntry"][] | components["schemas"]["NamedEntry"];
        /** @description Other work waiting for staff, besides prescriptions. */
        OtherWork: {
            /** Format: uuid */
            _id: string;
            /**
             * @description sleep or labtest: also the section of the patient page.
             * @enum {string}
             */
            kind: "sleep" | "labtest";
            person: components["schemas"]["PersonRef"];
            /** Format: date-time */
            since: string;
        };
        /** @description The clinic that writes the prescriptions. */
        PartnerClinic: {
            address: string;
            name: string;
            phone: string;
        };
        Password: {
            password: string;
            /** @default null */
            role?: components["schemas"]["Role"] | null;
        };
        PasswordChanged: {
            message: string;
        };
        /** @description A link to a chart. */
        PatientChart: {
            address: string;
            /** @description The number as on the document: a different number is a different chart. */
            number: string;
        };
        /**
         * @description The office's correction of a patient (`PUT /person/personal-info/{id}`), with the field names of the
         *     reference; those of the staff's document are accepted as well (decision 105).
         */
        PatientInfo: {
            /** @default  */
            address?: string;
            /** @default  */
            bestNumber?: string;
            /** @default  */
            byPerson?: string;
            /** @default  */
            city?: string;
            /** @default  */
            dateOfBirth?: string;
            /** @default  */
            docNumber?: string;
            /** @default  */
            docProvince?: string;
            /**
             * @description BC Card, Canadian Health Card or Passport; empty leaves the document unchanged.
             * @default
             */
            docType?: string;
            /** @default  */
            email?: string;
            /** @default  */
            firstName?: string;
            /** @default  */
            id?: string;
            /** @default  */
            lastName?: string;
            /** @default  */
            phoneNumber?: string;
            /** @default  */
            postalCode?: string;
            /** @default  */
            province?: string;
            /**
             * @description The version of the record in the form; if absent, the current version is corrected.
             * @default
             */
            version?: string;
            /** Format: binary */
            file?: Blob;
            /** Format: binary */
            back?: Blob;
        };
        PatientList: {
            /** @description There may be more than `total`: counting stops at a limit. */
            atLeast: boolean;
            items: components["schemas"]["PatientListRecord"][];
            /** @description Words that were searched because the typed ones matched no one. */
            meant: string[];
            nextCursor: string | null;
            /** @description The order in force: a search with very many hits is sorted by last name, whatever was requested. */
            sort: string;
            /** Format: int64 */
            total: number;
        };
        /** @description A row of the patients list. */
        PatientListRecord: {
            /** Format: date-time */
            CreatedAt: string;
            Email: string;
            Person: components["schemas"]["PatientPerson"];
            /** Format: uuid */
            _id: string;
            /** @description The address of the patient's chart in the clinic's electronic record, if configured. */
            chart: string | null;
            /**
             * Format: int64
             * @description Requests waiting for a doctor.
             */
            pending: number;
        };
        /** @description Everything that staff see when they open a patient. */
        PatientPageView: {
            /** @description The address of the patient's chart in the clinic's electronic record, if configured. */
            chart: components["schemas"]["PatientChart"] | null;
            /** @description For doctors: who has claimed the patient in the review queue. */
            claim: components["schemas"]["ClaimView"] | null;
            /** @description The caller's unsigned drafts. */
            drafts: components["schemas"]["NoteDraft"][];
            /** @description Null for callers who are not doctors (decision 19). */
            labTests: components["schemas"]["LabTestView"][] | null;
            /** @description The record in force. */
            medicalInfo: components["schemas"]["MedicalInfo"] | null;
            /**
             * Format: uint64
             * @description The number of records, including the one in force.
             */
            medicalInfoCount: number;
            /** @description The newest notes; null for callers who cannot read notes. */
            notes: components["schemas"]["NotePage"] | null;
            person: components["schemas"]["PersonView"];
            /** @description Prescriptions to be reviewed, approved, faxed or refunded. */
            prescriptions: components["schemas"]["PrescriptionView"][];
            /** @description Who else has the page open. */
            presence: components["schemas"]["PresenceView"][];
            /** @description Orders with open work. */
            sleepAssessments: components["schemas"]["SleepAssessmentView"][];
            sleepInfo: components["schemas"]["SleepInfo"] | null;
        };
        /** @description A person by name. */
        PatientPerson: {
            /** Format: date */
            DateOfBirth: string | null;
            FirstName: string;
            HealthDocuments: components["schemas"]["DocumentNumber"][];
            LastName: string;
            /** Format: uuid */
            _id: string;
        };
        PaySleepAssessment: {
            /**
             * Format: double
             * @description Must match the server's own amount.
             */
            amount: number;
            /** Format: uuid */
            id: string;
            /** @default null */
            orderID?: string | null;
            /** @default null */
            stripeTokenId?: string | null;
        };
        PaymentCompleted: {
            /** Format: uuid */
            id: string;
            /** @default null */
            paymentId?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            personId?: string | null;
        };
        /** @description A payment as shown to its payer and staff. */
        PaymentView: {
            /** Format: uuid */
            _id: string;
            card: components["schemas"]["CardView"] | null;
            /** Format: double */
            chargeAmount: number;
            chargeId: string | null;
            /** Format: date-time */
            chargedAt: string | null;
            /** @description The message for the payer, such as our text for a decline. */
            message: string | null;
            /**
             * @description card or wallet
             * @enum {string}
             */
            method: "card" | "wallet";
            /** Format: double */
            refundAmount: number | null;
            /** Format: date-time */
            refundedAt: string | null;
            /**
             * @description intended, capturing, unknown, charged, declined, failed
             * @enum {string}
             */
            state: "intended" | "charged" | "unknown" | "declined" | "capturing" | "failed";
        };
        PersonAnswer: {
            data: components["schemas"]["PersonData"];
        };
        PersonData: {
            person: components["schemas"]["PersonView"];
        };
        /** @description A person by name. */
        PersonRef: {
            FirstName: string;
            LastName: string;
            /** Format: uuid */
            _id: string;
        };
        /** @description A person as shown to the owner and staff. */
        PersonView: {
            Address: string;
            BestPhoneNumber: string;
            City: string;
            /** Format: date-time */
            CreatedAt: string;
            /** Format: date */
            DateOfBirth: string | null;
            Email: string;
            FirstName: string;
            HealthDocuments: components["schemas"]["HealthDocumentView"][];
            LastName: string;
            PhoneNumber: string;
            PhoneVerified: boolean;
            PostalCode: string;
            Province: string;
            /** Format: uuid */
            _id: string;
            eligibility: string | null;
            /**
             * @description PRIVATE, Name Mismatch, Invalid Birthdate, Not eligible, Eligibility Pending, Eligibility Unknown
             *     (another province's card); for staff also Health number on another account.
             */
            flags: string[];
            isPrivatePay: boolean;
            /** @description A prescription carries the name: the owner can no longer change it (decision 13). */
            nameLocked: boolean;
            oscarDemographicId: string | null;
            preferredPharmacy: components["schemas"]["PharmacyView"] | null;
            /**
             * Format: uuid
             * @description The newest profile picture, a file's id.
             */
            profileImageKey: string | null;
            sex: string | null;
            /**
             * Format: uuid
             * @description For staff: the newest picture of the signature, a file's id.
             */
            signatureImageKey: string | null;
            /** Format: int64 */
            version: number;
        };
        /**
         * @description One's own personal information (`PUT /person/personalInfo/{id}`); files `file` (profile picture) and
         *     `signature` (staff).
         */
        PersonalInfo: {
            /** @default  */
            Address?: string;
            /** @default  */
            BestPhoneNumber?: string;
            /** @default  */
            City?: string;
            /** @default  */
            DateOfBirth?: string;
            /** @default  */
            FirstName?: string;
            /** @default  */
            LastName?: string;
            /** @default  */
            PhoneNumber?: string;
            /** @default  */
            PostalCode?: string;
            /** @default  */
            Province?: string;
            /**
             * @description The caller's role according to the page; a different one is refused.
             * @default
             */
            Role?: string;
            /** @default  */
            personId?: string;
            /** Format: binary */
            file?: Blob;
            /** Format: binary */
            back?: Blob;
        };
        PharmacyChoice: string | {
            /** Format: uuid */
            _id: string;
        };
        PharmacyRef: {
            /**
             * Format: uuid
             * @default 00000000-0000-0000-0000-000000000000
             */
            _id?: string;
        };
        /** @description A pharmacy as shown to every signed-in user; also the form in which a record stores the selected one. */
        PharmacyView: {
            /** Format: uuid */
            _id: string;
            address: string;
            city: string;
            /** @description `604-555-0142` */
            fax: string;
            /** @description The same number under the contract's other name. */
            fax_number: string;
            name: string;
            /** @description `604-555-0100`, or `604-555-0100 ext. 12`. */
            phone1: string;
        };
        PhoneCode: {
            phoneCode: string;
        };
        /** @description A mark in plain language, for the patient. */
        PlainMark: {
            key: string;
            /** Format: uint8 */
            level: number;
            text: string;
        };
        /** @description The versions in force (constant legal.policy.version). */
        PolicyVersions: {
            fees: string;
            pharmanet: string;
            privacy: string;
            terms: string;
        };
        PractitionerView: {
            collegeNumber: string | null;
            fax: string;
            phone: string;
        };
        PreferPharmacy: {
            /** Format: uuid */
            personId: string;
            preferredPharmacy: components["schemas"]["PharmacyChoice"];
        };
        /** @description Display and keyboard preferences of one person. */
        Preferences: {
            /** @description Keyboard shortcuts are on. */
            shortcuts: boolean;
            theme: components["schemas"]["Theme"];
        };
        PrescriptionList: {
            items: components["schemas"]["PrescriptionView"][];
            nextCursor: string | null;
            /** Format: int64 */
            total: number;
        };
        /** @description A person by name. */
        PrescriptionPerson: {
            Address: string;
            BestPhoneNumber: string;
            City: string;
            /** Format: date */
            DateOfBirth: string | null;
            FirstName: string;
            LastName: string;
            PostalCode: string;
            Province: string;
            /** Format: uuid */
            _id: string;
        };
        PrescriptionView: {
            /** Format: uuid */
            _id: string;
            /** @description Why no line can be approved now; null when one can. */
            canApprove: string | null;
            canCancel: boolean;
            canDecide: boolean;
            /** @description Why it cannot be faxed now; null when it can. */
            canFax: string | null;
            canPay: boolean;
            canPrescribe: boolean;
            /** @description Why it cannot be printed now; null when it can. */
            canPrint: string | null;
            canRefund: boolean;
            /** @description Why it cannot be signed now; null when it can. */
            canSign: string | null;
            /** @description Newest first; at most one is not void, and it is the first. */
            copies: components["schemas"]["CopyView"][];
            /** Format: date-time */
            createdAt: string;
            drPharmacy: components["schemas"]["PharmacyView"] | null;
            /** @description Oldest first; for the staff. */
            encounters: components["schemas"]["EncounterView"][];
            fax: components["schemas"]["FaxView"] | null;
            fee: components["schemas"]["FeeView"];
            /** Format: double */
            feeDue: number;
            /** @description P-20418 */
            label: string;
            medications: components["schemas"]["MedicationView"][];
            /** Format: int64 */
            number: number;
            payment: components["schemas"]["PaymentView"] | null;
            person: components["schemas"]["PrescriptionPerson"];
            pharmacy: components["schemas"]["PharmacyView"];
            /** @description Verification of the pharmacy's fax number; for staff, and only if there is a number to dial. */
            pharmacyNumber: components["schemas"]["NumberView"] | null;
            printed: components["schemas"]["PrintedView"] | null;
            refundState: components["schemas"]["RefundState"] | null;
            /** Format: double */
            refundable: number;
            /** @description The source of the lines' marks; for staff, on the pages of one patient. */
            safetyTables: components["schemas"]["SafetyTables"] | null;
            signature: components["schemas"]["SignatureView"] | null;
            /** @enum {string} */
            status: "CREATED" | "PENDING" | "ACKNOWLEDGED" | "APPROVED" | "REJECTED" | "FAXED" | "REFUNDED" | "CANCELED";
            /** @description Newest first: the first is current. */
            statuses: components["schemas"]["StatusView"][];
            text: string | null;
            /** Format: int64 */
            version: number;
            /**
             * @description The clinic's next action: review, fax, send or refund; null when nothing is left to do.
             * @enum {string|null}
             */
            work: "review" | "fax" | "send" | "refund" | null;
        };
        /** @description Another staff member who has the patient open. */
        PresenceView: {
            person: components["schemas"]["PersonRef"];
            /**
             * Format: date-time
             * @description When the page was opened.
             */
            since: string;
        };
        /** @description Drugs of the class with the same ingredients. */
        PreviewGroup: {
            activeIngredients: string[];
            /** Format: uint64 */
            drugs: number;
        };
        PrintedView: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["PersonRef"];
        };
        Problem: {
            code: string;
            /** @description The newest version of the record, when a stale one was refused. */
            current?: unknown;
            errors: {
                field: string;
                message: string;
            }[];
            message: string;
            requestId: string;
            retryAfterSeconds?: number;
        };
        ProblemPage: {
            items: components["schemas"]["ProblemView"][];
            nextCursor: string | null;
            /** Format: uint64 */
            total: number;
        };
        /** @description A suggestion as shown to administrators. */
        ProblemView: {
            /** Format: uuid */
            _id: string;
            /** Format: date-time */
            createdAt: string;
            file: components["schemas"]["FileRef"] | null;
            isRead: boolean;
            message: string;
            person: components["schemas"]["PersonRef"];
        };
        /** @description A rejected bill. */
        ProblematicInvoice: {
            /** Format: uuid */
            _id: string;
            bill: components["schemas"]["BillView"];
            /** Format: double */
            charges: number;
            /** Format: double */
            credit: number;
            /**
             * Format: date
             * @description The day of the visit.
             */
            date: string;
            description: string;
            /** @description Always Rejected. */
            status: string;
            /** Format: double */
            tax: number;
            /**
             * Format: date-time
             * @description When it was rejected.
             */
            time: string;
            /** Format: double */
            total: number;
        };
        ProblematicInvoices: {
            items: components["schemas"]["ProblematicInvoice"][];
            /** Format: uint64 */
            total: number;
        };
        /** @description Settings that screens may read; nothing secret. */
        PublicSettings: {
            /** @description No captcha and no consents are required. */
            automatic: boolean;
            billing: boolean;
            cancelPrescription: boolean;
            captchaScriptUrl: string | null;
            /** @description Null if no captcha is required. */
            captchaSiteKey: string | null;
            cardUpload: boolean;
            clinicName: string;
            /** @description The walk-in clinics. */
            clinics: components["schemas"]["ClinicPlace"][];
            /** @description The product is embedded in the partner clinic's site. */
            embedded: boolean;
            environment: components["schemas"]["Environment"];
            feeRule: components["schemas"]["FeeRule"];
            fees: components["schemas"]["Fees"];
            free: boolean;
            hours: string;
            /**
             * Format: int64
             * @description Null if there is no idle sign-out.
             */
            idleSeconds: number | null;
            landing: components["schemas"]["LandingNumbers"];
            /** @description The address of another site that signs patients in (decision 131). */
            loginUrl: string | null;
            mode: components["schemas"]["Mode"];
            /** @description Whether office staff may sign up without an invitation (dev and auto), or by its token only. */
            officeRegistration: components["schemas"]["OfficeRegistration"];
            otherProvinces: boolean;
            partnerClinic: components["schemas"]["PartnerClinic"];
            partnerHomeUrl: string | null;
            /** @description The PharmaNet lookup is available. */
            pharmaNet: boolean;
            policyVersions: components["schemas"]["PolicyVersions"];
            product: string;
            profileUpload: boolean;
            registrationUrl: string | null;
            reviewUrl: string | null;
            serviceFees: components["schemas"]["ServiceFees"];
            stripeKey: string | null;
            stripeScriptUrl: string | null;
            supportEmail: string;
            /** @description The terms of use are the older ones: B.C. only, nothing uploaded (decision 129). */
            termsOf2020: boolean;
            timeZone: components["schemas"]["ClinicTime"];
            /**
             * Format: int64
             * @description How long a fax, a refund or a note can be undone after the click; 0: not at all.
             */
            undoSeconds: number;
            unlimited: boolean;
            version: string;
            walletEnabled: boolean;
        };
        /** @description A retrieval, in progress or finished. */
        PullStatus: {
            /** Format: uuid */
            _id: string;
            /** Format: int64 */
            done: number;
            /** Format: date-time */
            endedAt: string | null;
            /** Format: int64 */
            exceptions: number;
            /** Format: int64 */
            files: number;
            /**
             * Format: int64
             * @description Lines received before.
             */
            known: number;
            /** Format: int64 */
            lines: number;
            /** Format: int64 */
            matched: number;
            setAside: components["schemas"]["FileSetAside"][];
            stage: string;
            /** Format: date-time */
            startedAt: string;
            /** @description queued, running, done or failed */
            state: string;
            /** Format: int64 */
            total: number;
            why: string | null;
        };
        PutAway: {
            /** Format: uuid */
            messageId: string;
            /**
             * Format: uuid
             * @default null
             */
            personId?: string | null;
        };
        QueueCounts: {
            /** Format: int64 */
            all: number;
            /**
             * Format: int64
             * @description Failed faxes.
             */
            fax: number;
            /** Format: int64 */
            mine: number;
            /**
             * Format: int64
             * @description Reviews and failed faxes that are past the promised time.
             */
            overdue: number;
            /** Format: int64 */
            refund: number;
            /** Format: int64 */
            review: number;
            /** Format: int64 */
            send: number;
            /** Format: int64 */
            unclaimed: number;
        };
        /** @description A drug as named in a row. */
        QueueDrug: {
            /** @description Their strengths are part of the name. */
            ingredients: components["schemas"]["Ingredient"][];
            name: string;
        };
        QueueFax: {
            /**
             * @description Accepted for compatibility with the contract and never sent (decision 140).
             * @default null
             */
            dataURL?: string | null;
            /**
             * @description Accepted for compatibility with the contract: the number on record is dialled, never the page's.
             * @default null
             */
            faxNumber?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            faxedBy?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            personId?: string | null;
            /** Format: uuid */
            prescriptionId: string;
        };
        QueueList: {
            counts: components["schemas"]["QueueCounts"];
            items: components["schemas"]["QueueRow"][];
            nextCursor: string | null;
        };
        QueueRow: {
            /** Format: date */
            DateOfBirth: string | null;
            /** Format: uuid */
            _id: string;
            claim: components["schemas"]["ClaimView"] | null;
            /** @description The first drug; `lines` gives the total number. */
            drug: components["schemas"]["QueueDrug"] | null;
            /**
             * @description State of the newest fax.
             * @enum {string|null}
             */
            fax: "queued" | "sending" | "sent" | "delivered" | "failed" | "unknown" | null;
            /** @description The flags of the patient page. */
            flags: string[];
            /** @description P-20418 */
            label: string;
            /** Format: uint */
            lines: number;
            person: components["schemas"]["PersonRef"];
            /**
             * Format: date-time
             * @description The promised time: for a review, or for handling a failed fax.
             */
            promisedBy: string | null;
            refund: components["schemas"]["RefundState"] | null;
            /**
             * Format: date-time
             * @description When it became pending; for a failed fax, when that was known.
             */
            since: string;
            /** @enum {string} */
            status: "CREATED" | "PENDING" | "ACKNOWLEDGED" | "APPROVED" | "REJECTED" | "FAXED" | "REFUNDED" | "CANCELED";
            /** Format: uint */
            undecided: number;
            /**
             * @description The next action: review, fax, send or refund
             * @enum {string}
             */
            work: "review" | "fax" | "send" | "refund";
        };
        /** @description The page's number and picture are accepted for compatibility with the contract and never used. */
        QueueSleepFax: {
            /** @default null */
            dataURL?: string | null;
            /** @default null */
            faxNumber?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            faxedBy?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            personId?: string | null;
            /** Format: uuid */
            sleepAssessmentId: string;
        };
        /** @description Why a line was approved or rejected. */
        ReasonView: {
            /** @description For the patient: what to do next. */
            advice: string | null;
            /** @description From the options' `decisionReasons`; null if the doctor wrote a comment only. */
            code: string | null;
            /** @description For the doctor: "Blood test needed first". */
            label: string | null;
            /**
             * @description The next action offered with the advice: message, request, visit, pharmacy, record or history.
             * @enum {string|null}
             */
            next: "message" | "request" | "visit" | "pharmacy" | "record" | "history" | null;
            /** @description For the patient: "A blood test is needed before this can be renewed." */
            sentence: string | null;
            /** @description The doctor's own words; for the staff only. */
            text: string | null;
        };
        /** @description An access reported by the page itself (decision 27): the server has recorded it already. */
        RecordAccess: {
            /**
             * Format: uuid
             * @description The signed-in person; anyone else is refused (decision 5).
             * @default null
             */
            accessedBy?: string | null;
            /** Format: uuid */
            patientId: string;
        };
        RecordEncounter: {
            /** Format: date-time */
            end: string;
            /** @description phone, msg or video */
            kind: string;
            /** Format: uuid */
            prescriptionId: string;
            /**
             * Format: uuid
             * @description The doctor who saw the patient; if absent, the doctor who records it or who reviewed the request.
             * @default null
             */
            seenBy?: string | null;
            /** Format: date-time */
            start: string;
        };
        Recorded: {
            message: string;
        };
        RecoveryLink: {
            /** @description The `_id` of the search, or the address entered there. */
            email: string;
        };
        RecoverySearch: {
            /** @description YYYY-MM-DD */
            DateOfBirth: string;
            /**
             * @description Needed when a card is on file.
             * @default
             */
            DocumentNumber?: string;
            Email: string;
        };
        RefundAnswer: {
            message: string;
            /** Format: double */
            refundAmount: number;
            /** @description done, unknown, or waiting while it can be undone */
            state: string;
        };
        /**
         * @description State of the refund of a subject.
         * @enum {string}
         */
        RefundState: "intended" | "done" | "unknown" | "failed";
        RefundSuccess: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @default null
             */
            personId?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            refundedBy?: string | null;
        };
        Registered: {
            /** Format: uuid */
            _id: string;
            message: string;
        };
        /** @description The registration form: every field arrives as text. */
        RegistrationForm: {
            /** @default  */
            Address?: string;
            /** @default  */
            BCCardNumber?: string;
            /** @default  */
            BestPhoneNumber?: string;
            /** @default  */
            City?: string;
            /** @default  */
            DateOfBirth?: string;
            /** @default  */
            Email?: string;
            /** @default  */
            FirstName?: string;
            /** @default  */
            HealthCardNumber?: string;
            /** @default  */
            HealthCardProvince?: string;
            /** @default  */
            LastName?: string;
            /** @default  */
            PassportCountryId?: string;
            /** @default  */
            PassportNumber?: string;
            /** @default  */
            Password?: string;
            /** @default  */
            PhoneNumber?: string;
            /** @default  */
            PostalCode?: string;
            /** @default  */
            Province?: string;
            /**
             * @description `ROLE_PATIENT` (or nothing) or `ROLE_OFFICE`.
             * @default
             */
            Role?: string;
            /** @default  */
            captcha?: string;
            /** @default  */
            consentCommunication?: string;
            /** @default  */
            consentPharmaNetPolicy?: string;
            /** @default  */
            consentPrivacyPolicy?: string;
            /** @default  */
            consentTermsOfUse?: string;
            /** @default  */
            isPrivatePay?: string;
            /**
             * @description The token of an invitation; creates an office account.
             * @default
             */
            officeRegistrationToken?: string;
            /** @default  */
            sex?: string;
            /** Format: binary */
            file?: Blob;
            /** Format: binary */
            back?: Blob;
        };
        ReleasePatient: {
            /** Format: uuid */
            personId: string;
        };
        /** @description Stores a code or a question; an empty one is unchanged. */
        RememberForClass: {
            /** @default null */
            diagnosisCode?: string | null;
            /** @default null */
            question?: string | null;
            tc_ahfs_number: string;
            /**
             * Format: int64
             * @description The version seen; required to replace an existing code or question.
             * @default null
             */
            version?: number | null;
        };
        Remembered: {
            medicationBill: components["schemas"]["MedicationBillView"];
            message: string;
        };
        /** @description A line of a remittance. */
        Remittance: {
            /** Format: uuid */
            _id: string;
            /** Format: double */
            amountBill: number | null;
            /** Format: double */
            amountPaid: number | null;
            /** Format: uuid */
            billId: string | null;
            codes: components["schemas"]["CodeView"][];
            /** @description Why a person must check it; null once it is settled. */
            exception: string | null;
            feeCode: string | null;
            folio: string;
            healthNumber: string | null;
            /** Format: date */
            paymentDate: string | null;
            remittanceType: string;
            seqNumber: string;
            /** Format: date */
            serviceDate: string | null;
        };
        RemittanceList: {
            remittances: components["schemas"]["Remittance"][];
            /** Format: uint64 */
            total: number;
        };
        /** @description A month of payments. */
        RemittanceMonth: {
            /** Format: double */
            billed: number;
            /** @description `2026-11` */
            month: string;
            /** Format: double */
            notPaid: number;
            /** Format: double */
            paid: number;
            /** Format: int64 */
            records: number;
        };
        /** @description A medication as last prescribed. */
        Renewable: {
            administrations: string[];
            /** Format: uuid */
            drugId: string;
            formulations: string[];
            ingredients: components["schemas"]["Ingredient"][];
            label: string;
            name: string;
            /**
             * Format: uuid
             * @description The prescription that contains it.
             */
            prescription: string;
            /** @description Due for renewal: it ends within two weeks, has ended, or the end is unknown. */
            ready: boolean;
            /**
             * Format: uint32
             * @description Estimated refills left at the pharmacy; null if unknown.
             */
            refillsLeft: number | null;
            /**
             * Format: date
             * @description The estimated first day without it; null when taken as needed.
             */
            runsOutOn: string | null;
            /** @description It may still be refilled here. */
            selectable: boolean;
            /**
             * Format: date-time
             * @description When the pharmacy received it.
             */
            suppliedAt: string;
            /**
             * Format: uuid
             * @description An open request for it that no pharmacy has received yet.
             */
            underWay: string | null;
            usage: components["schemas"]["Usage"];
        };
        RepliedByLink: {
            isReplied: boolean;
            person: components["schemas"]["PersonRef"];
        };
        /** @description The fields of a reply inside the product. */
        Reply: {
            /**
             * @description The signed-in person, when given.
             * @default
             */
            from?: string;
            /** Format: uuid */
            id: string;
            /** @default  */
            message?: string;
            /**
             * @description How many replies were shown: if there are newer ones, the author is told first.
             * @default
             */
            replyCount?: string;
            /**
             * @description Accepted for compatibility with the contract; a reply goes to the other side of its message.
             * @default
             */
            to?: string;
            files?: Blob[];
        };
        /** @description The fields of a reply by link. */
        ReplyByLink: {
            /**
             * @description The same, as the contract names it.
             * @default
             */
            from?: string;
            /** @description Both halves of the link with a slash between them, or the second half. */
            id: string;
            /** @default  */
            message?: string;
            /**
             * @description The first half, unless `id` has it.
             * @default
             */
            person?: string;
            files?: Blob[];
        };
        /** @description A reply. */
        ReplyView: {
            /** Format: uuid */
            _id: string;
            /** @description Written through an emailed link. */
            byLink: boolean;
            files: components["schemas"]["FileRef"][];
            from: components["schemas"]["PersonRef"];
            message: string;
            /** Format: date-time */
            repliedAt: string;
        };
        /** @description A suggestion with a screenshot as a data URL (PNG or JPEG, 5 MB at most). */
        ReportProblem: {
            /**
             * @description Absent or empty: without a screenshot.
             * @default null
             */
            dataURL?: string | null;
            message: string;
            /**
             * Format: uuid
             * @description The signed-in person; anyone else is refused (decision 5).
             * @default null
             */
            personId?: string | null;
        };
        Reported: {
            message: string;
        };
        /** @description A request that the patient has not submitted yet. */
        RequestDraft: {
            /** @default false */
            loadCurrent?: boolean;
            /** @default [] */
            medications?: components["schemas"]["MedicationInput"][];
            /** @default null */
            pharmacy?: components["schemas"]["PharmacyRef"] | null;
            /** @default null */
            step?: string | null;
        };
        Resend: {
            email: string;
        };
        ResendAnswer: {
            /** Format: int64 */
            left: number;
            message: string;
        };
        ResendState: {
            allowed: boolean;
            /**
             * Format: int64
             * @description How many more copies are allowed.
             */
            left: number;
            /** Format: date-time */
            possibleAt: string | null;
            /** @description Why not now. */
            reason: string | null;
        };
        ResetSecondStep: {
            /** @description The administrator's own password. */
            password: string;
            /** Format: int64 */
            version: number;
        };
        /** @description A resource as it is offered. */
        ResourceView: {
            name: string;
        };
        Resubmit: {
            /** Format: int64 */
            version: number;
        };
        Retried: {
            /**
             * Format: uint64
             * @description How many jobs are retried now.
             */
            tried: number;
        };
        /** @description Body of `PUT /drug/revert`. */
        RevertDrug: {
            /** Format: uuid */
            id: string;
            version: string;
        };
        /** @description The result of reverting an override. */
        RevertedDrug: {
            /** @description Absent when the drug had been added manually: it is removed from the catalogue. */
            drug: components["schemas"]["CatalogueDrug"] | null;
        };
        /** @description PUT /note */
        Revise: {
            /**
             * Format: uuid
             * @description The acting person, if stated.
             * @default null
             */
            from?: string | null;
            /**
             * Format: uuid
             * @description The newest version seen; a newer one is a conflict.
             * @default null
             */
            lastVersion?: string | null;
            /** Format: uuid */
            noteId: string;
            /**
             * Format: uuid
             * @description The patient it is about.
             */
            personId: string;
            text: string;
        };
        /**
         * @description The roles, one list shared with the web app (decision 7).
         * @enum {string}
         */
        Role: "ROLE_PATIENT" | "ROLE_DOCTOR" | "ROLE_OFFICE" | "ROLE_CUSTOMERSERVICE" | "ROLE_ADMIN";
        /** @description The tables from which the marks are derived. */
        SafetyTables: {
            source: string;
            version: string;
        };
        Said: {
            message: string;
        };
        SaveDraft: {
            content: components["schemas"]["RequestDraft"];
            /**
             * Format: int64
             * @description The version last seen; 0 for the first save.
             */
            version: number;
        };
        /** @description PUT /notedraft */
        SaveDraft2: {
            /**
             * @description Whether the box is open; unchanged when absent.
             * @default null
             */
            edit?: boolean | null;
            /**
             * Format: uuid
             * @description The draft's id; absent for the first save.
             * @default null
             */
            id?: string | null;
            /**
             * Format: uuid
             * @description The patient's id, for the first save.
             * @default null
             */
            personId?: string | null;
            text: string;
            /**
             * Format: int64
             * @description The version seen; a newer one is a conflict.
             * @default null
             */
            version?: number | null;
        };
        /** @description Body of `PUT /drug`: a drug without an id is added. */
        SaveDrug: {
            /** @default [] */
            administrations?: string[];
            /** @default  */
            ai_group_no?: string;
            /**
             * @description Absent: unchanged.
             * @default null
             */
            atc_numbers?: string[] | null;
            /** @default  */
            class_name?: string;
            /** @default  */
            company_name?: string;
            /** @default  */
            descriptor?: string;
            /**
             * @description Empty for a drug that Health Canada does not know: it gets a number of our own.
             * @default
             */
            drug_code?: string;
            /** @default  */
            drug_identification_number?: string;
            /** @default [] */
            formulations?: string[];
            /** @default  */
            history_date?: string;
            /**
             * Format: uuid
             * @default null
             */
            id?: string | null;
            /** @default [] */
            ingredients?: components["schemas"]["Ingredient"][];
            name: string;
            /** @default  */
            number_of_ais?: string;
            /**
             * @description Absent: unchanged.
             * @default null
             */
            schedules?: string[] | null;
            /** @default  */
            status?: string;
            /** @default [] */
            tc_ahfs_numbers?: string[];
            /**
             * @description The version seen; required with an id.
             * @default null
             */
            version?: string | null;
        };
        SendAgain: {
            /**
             * Format: int64
             * @description The version seen by the caller.
             */
            version: number;
        };
        /** @description PUT /note/sendNote */
        SendNote: {
            /**
             * Format: uuid
             * @default null
             */
            from?: string | null;
            /** Format: uuid */
            lastVersion: string;
            /** Format: uuid */
            noteId: string;
            /**
             * Format: uuid
             * @description The patient's request the note is about.
             * @default null
             */
            prescriptionId?: string | null;
            /**
             * @description Always the same text.
             * @default null
             */
            subject?: string | null;
            /**
             * Format: uuid
             * @description The patient it is about.
             */
            to: string;
        };
        /** @description PUT /note/emr */
        SendToEmr: {
            /**
             * Format: uuid
             * @default null
             */
            from?: string | null;
            /** Format: uuid */
            lastVersion: string;
            /** Format: uuid */
            noteId: string;
            /**
             * Format: uuid
             * @description The patient it is about.
             */
            personId: string;
        };
        /** @description Dollars of the other services (constants fee.lab-or-radiology and following). */
        ServiceFees: {
            /** Format: double */
            driverMedical: number;
            /** Format: double */
            labOrRadiology: number;
            /** Format: double */
            sickNote: number;
            /** Format: double */
            sleepAssessment: number;
        };
        /** @description The status of one external service, as seen by ordinary requests. */
        ServiceHealth: {
            /** Format: date-time */
            answeredAt: string | null;
            /** Format: date-time */
            failedAt: string | null;
            failure: string | null;
            /**
             * Format: int64
             * @description Failures since the last success.
             */
            failures: number;
            /**
             * Format: date-time
             * @description Its jobs are paused until then.
             */
            restsUntil: string | null;
            service: string;
            /** @description Display text of its purpose. */
            what: string;
        };
        /** @description A signed-in session. */
        SessionView: {
            /** Format: uuid */
            _id: string;
            /** @description `Chrome on Windows` */
            agent: string;
            /** Format: date-time */
            createdAt: string;
            /** @description The current session. */
            current: boolean;
            ip: string;
            /** Format: date-time */
            lastSeenAt: string;
        };
        /** @description Remittance files that were set aside. */
        SetAsideFiles: {
            /** Format: uint64 */
            files: number;
            /**
             * Format: date-time
             * @description The age of the oldest.
             */
            since: string | null;
        };
        SetAsideLabException: {
            /** Format: uuid */
            exceptionId: string;
            /** @description Why it belongs to no patient; stored. */
            note: string;
        };
        SetDrPharmacy: {
            prescription: components["schemas"]["DrPharmacyOf"];
        };
        SetNumbers: {
            billingNumber: string;
            collegeNumber: string;
            fax: string;
            phone: string;
            /** Format: int64 */
            version: number;
        };
        /** @description Either the token of the link, or Id and Email of the signed-in owner (decision 2). */
        SetPassword: {
            /** @default null */
            Email?: string | null;
            /** @default null */
            Id?: string | null;
            Password: string;
            /** @default null */
            passwordRecoveryToken?: string | null;
        };
        SetPay: {
            /**
             * Format: double
             * @description Must match the server's own amount.
             */
            amount: number;
            /** @default null */
            orderID?: string | null;
            /** Format: uuid */
            prescriptionId: string;
            /** @default null */
            stripeTokenId?: string | null;
        };
        SetRole: {
            Role: components["schemas"]["Role"];
            isAdmin: boolean;
            /** Format: int64 */
            version: number;
        };
        SetText: {
            data: components["schemas"]["TextData"];
        };
        Settle: {
            /**
             * @description Our number of the bill it belongs to; null if it belongs to none of ours.
             * @default null
             */
            folio?: string | null;
        };
        Sign: {
            /**
             * @description Keyboard alternative: marks the sheet for ink signing (decision 138).
             * @default null
             */
            password?: string | null;
            /** Format: uuid */
            prescriptionId: string;
            /**
             * @description Strokes of points [x, y, milliseconds].
             * @default []
             */
            strokes?: number[][][];
            /**
             * @description The doctors whose decisions on approved lines the signer takes over; all of them must be named.
             * @default []
             */
            takeOver?: string[];
            /**
             * Format: int64
             * @default null
             */
            version?: number | null;
        };
        SignAnswer: {
            documentSha256: string;
            prescription: components["schemas"]["PrescriptionView"];
            /** Format: date-time */
            signedAt: string;
        };
        /** @description PUT /notedraft/sign */
        SignDraft: {
            /**
             * Format: uuid
             * @default null
             */
            from?: string | null;
            /**
             * Format: uuid
             * @description The draft's id; absent when nothing was saved yet.
             * @default null
             */
            id?: string | null;
            /**
             * Format: uuid
             * @description The patient's id.
             */
            personId: string;
            text: string;
            /**
             * Format: int64
             * @default null
             */
            version?: number | null;
        };
        SignInAnswer: {
            Email: string | null;
            enrol: components["schemas"]["Enrol"] | null;
            lastLogin: components["schemas"]["LastLogin"] | null;
            showLastLogin: boolean;
            /** @description Staff only: skips the code on this device for 12 hours. */
            storedCode: string | null;
            token: string | null;
            user: components["schemas"]["UserView"] | null;
            verifymfa: boolean;
            /**
             * @description sms or authenticator.
             * @enum {string|null}
             */
            via: "sms" | "authenticator" | null;
        };
        SignatureView: {
            documentSha256: string;
            /** @description To be signed in ink on paper; it cannot be faxed from here. */
            forInk: boolean;
            /** Format: date-time */
            signedAt: string;
            signedBy: components["schemas"]["PersonRef"];
            /** @description The doctors whose decisions the signer took over; for staff. */
            takenOver: components["schemas"]["PersonRef"][];
        };
        /** @description Why rows were skipped: how many of a file, and the first ones. */
        SkipReason: {
            file: string;
            /** Format: uint64 */
            firstLine: number;
            reason: string;
            /** Format: uint64 */
            rows: number;
        };
        /** @description An order as shown to its patient and staff. */
        SleepAssessmentView: {
            /** Format: uuid */
            _id: string;
            canCancel: boolean;
            /** @description Why no copy can be faxed now; null when one can. */
            canFax: string | null;
            canPay: boolean;
            /** @description The statuses that staff may set now. */
            canSet: string[];
            /** Format: date-time */
            createdDate: string;
            fax: components["schemas"]["FaxView"] | null;
            faxNumber: string;
            fee: components["schemas"]["SleepFee"];
            /** @description Whether the request that names the patient has been rendered. */
            hasRequest: boolean;
            /** @description S-30001 */
            label: string;
            /** Format: int64 */
            number: number;
            payment: components["schemas"]["PaymentView"] | null;
            person: components["schemas"]["PersonRef"];
            refundState: components["schemas"]["RefundState"] | null;
            /**
             * Format: double
             * @description The amount that can be refunded now.
             */
            refundable: number;
            sleepClinic: components["schemas"]["SleepClinicView"];
            sleepInfo: components["schemas"]["SleepInfo"];
            status: string;
            /** @description Newest first. */
            statuses: components["schemas"]["SleepStatusView"][];
            /** Format: int64 */
            version: number;
        };
        /** @description A branch of a sleep clinic. */
        SleepClinicView: {
            /** Format: uuid */
            _id: string;
            address: string;
            company: string;
            faxNumber: string;
            name: string;
            /** @description `778-555-0142` */
            phoneNumber: string;
            /** @description The company's page: solutions, coastal, mainland, sleepworks or test. */
            route: string;
        };
        SleepFee: {
            /**
             * Format: double
             * @description 0 in the free mode.
             */
            amount: number;
        };
        /** @description A version of a person's sleep information. */
        SleepInfo: {
            /** Format: uuid */
            _id: string;
            asleepBreathPause: boolean;
            asleepChoke: boolean;
            atrialFibrillation: boolean;
            bloodPressureMedication: boolean;
            bloodPressures: components["schemas"]["BloodPressure"][];
            cognitionDeteriorating: boolean;
            /** Format: date-time */
            createdAt: string;
            depression: boolean;
            diabetes: boolean;
            gainWeight: boolean;
            heartDisease: boolean;
            /**
             * Format: double
             * @description Centimetres.
             */
            height: number;
            /** Format: uuid */
            person: string;
            snore: boolean;
            /**
             * Format: double
             * @description Kilograms.
             */
            weight: number;
        };
        /** @description Sleep information as sent. Missing fields are reported beside the field. */
        SleepInfoInput: {
            /** @default null */
            asleepBreathPause?: boolean | null;
            /** @default null */
            asleepChoke?: boolean | null;
            /** @default null */
            atrialFibrillation?: boolean | null;
            /** @default null */
            bloodPressureMedication?: boolean | null;
            bloodPressures?: components["schemas"]["BloodPressureInput"][];
            /** @default null */
            cognitionDeteriorating?: boolean | null;
            /** @default null */
            depression?: boolean | null;
            /** @default null */
            diabetes?: boolean | null;
            /** @default null */
            gainWeight?: boolean | null;
            /** @default null */
            heartDisease?: boolean | null;
            /**
             * Format: double
             * @default null
             */
            height?: number | null;
            /** @default null */
            snore?: boolean | null;
            /**
             * Format: double
             * @default null
             */
            weight?: number | null;
        };
        /** @description An id, or an object that contains it; the object's other fields are ignored. */
        SleepObject: string | {
            /** Format: uuid */
            _id: string;
        };
        /** @description A question of the sleep questionnaire. */
        SleepQuestion: {
            key: string;
            label: string;
        };
        SleepRefundSuccess: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @default null
             */
            personId?: string | null;
            /**
             * Format: uuid
             * @default null
             */
            refundedBy?: string | null;
        };
        SleepStatusView: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["PersonRef"] | null;
            code: string;
            detail: string | null;
            text: string;
        };
        /** @description One staff account. */
        StaffAccount: {
            Email: string;
            Role: components["schemas"]["Role"];
            /** Format: uuid */
            _id: string;
            /** @description The number at MSP, on claims; never printed. */
            billingNumber: string | null;
            /** @description Printed on prescriptions. */
            collegeNumber: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            disabledAt: string | null;
            fax: string;
            /** @description Has the administrators' pages in addition to those of the role. */
            isAdmin: boolean;
            /** Format: date-time */
            lastSignIn: string | null;
            /** @description The caller's own account: nothing can be changed here. */
            own: boolean;
            person: components["schemas"]["PersonRef"];
            phone: string;
            /** @description An authenticator is enrolled. */
            secondStep: boolean;
            /**
             * @description active, disabled, unconfirmed, or closed by its owner
             * @enum {string}
             */
            state: "active" | "disabled" | "unconfirmed" | "closed";
            /** Format: int64 */
            version: number;
        };
        StaffAccountDetail: {
            account: components["schemas"]["StaffAccount"];
            /** @description The newest first. */
            history: components["schemas"]["AccountChange"][];
            sessions: components["schemas"]["SessionView"][];
        };
        StaffList: {
            items: components["schemas"]["StaffAccount"][];
            nextCursor: string | null;
            /** Format: uint64 */
            total: number;
        };
        /** @description A status of a prescription and its name. */
        StatusOption: {
            code: string;
            label: string;
        };
        /** @description When the latest remittance was retrieved, and its result. */
        StatusRetrieved: {
            /** @description Newest messages of the plan. */
            messages: string[];
            /** @description Null before the first. */
            pull: components["schemas"]["PullStatus"] | null;
            /** @description Every file that is set aside, of any retrieval, oldest first. */
            setAside: components["schemas"]["FileSetAside"][];
        };
        StatusView: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["PersonRef"] | null;
            /** @enum {string} */
            code: "CREATED" | "PENDING" | "ACKNOWLEDGED" | "APPROVED" | "REJECTED" | "FAXED" | "REFUNDED" | "CANCELED";
            detail: string | null;
            text: string;
        };
        StoreDemographic: {
            /** @default null */
            demographicNo?: string | null;
        };
        TakeAgain: {
            /**
             * @description Import it although lines seem to be missing; the caller knows what the file lacks.
             * @default false
             */
            allTheSame?: boolean;
        };
        /** @description The outcome of importing a file that was set aside. */
        TakenAgain: {
            /** Format: uuid */
            _id: string;
            /** Format: int64 */
            exceptions: number;
            /** @description The faults, most severe first. */
            faults: components["schemas"]["LineFault"][];
            /**
             * Format: int64
             * @description Lines received before, in this file or another: they count once.
             */
            known: number;
            /** Format: int64 */
            lines: number;
            /** Format: int64 */
            matched: number;
            name: string;
            /** @description Whether it is imported now. */
            taken: boolean;
        };
        TextData: {
            /** Format: uuid */
            prescriptionId: string;
            text: string;
            /**
             * Format: int64
             * @default null
             */
            version?: number | null;
        };
        /**
         * @description The selected colour scheme.
         * @enum {string}
         */
        Theme: "light" | "dark" | "system";
        TokenConfirmed: {
            /** @description The invited address; no other can register with it. */
            email: string;
            message: string;
            valid: boolean;
        };
        /** @description A typed total, with the drug and usage it was typed for. */
        TypedBefore: {
            formulations: string[];
            ingredients: components["schemas"]["Ingredient"][];
            name: string;
            toDispense: string;
            usage: components["schemas"]["Usage"];
        };
        /** @description An effect with an unknown outcome. */
        UnconfirmedItem: {
            /** Format: uuid */
            _id: string;
            /** @description payment, refund, fax or claims */
            kind: string;
            /**
             * Format: uuid
             * @description The patient on whose page it is shown.
             */
            personId: string | null;
            /** Format: date-time */
            since: string;
            /** @description prescription or `sleep_assessment`, for payments. */
            subjectKind: string | null;
        };
        UndoRefund: {
            chargeId: string;
        };
        UnreadCount: {
            /** Format: int64 */
            count: number;
        };
        /** @description The number of unread suggestions. */
        UnreadProblems: {
            /** Format: uint64 */
            count: number;
        };
        /** @description Bills that are in no file yet. */
        UnsentBills: {
            /** Format: double */
            amount: number;
            /** Format: int64 */
            bills: number;
            /** @description Bills left out of the last file, with the reasons. */
            waiting: components["schemas"]["BillView"][];
        };
        /** @description Body of `POST /medicalinfo/update`. */
        UpdateMedicalInfo: {
            medicalInfoObj: components["schemas"]["MedicalInfoInput"];
        };
        UpdateSleepStatus: {
            /** Format: uuid */
            id: string;
            status: string;
            /**
             * Format: int64
             * @description The version shown on the page; a newer one is a conflict.
             * @default null
             */
            version?: number | null;
        };
        UpdateStatus: {
            /** @description For an approval: why a drug of a prohibited class is prescribed anyway (decision 157). */
            exception?: components["schemas"]["Exception"] | null;
            /**
             * @description Whether the doctor had expanded the collapsed safety marks.
             * @default false
             */
            marksOpened?: boolean;
            medication: components["schemas"]["Named"];
            prescription: components["schemas"]["Named"];
            /**
             * @description Why: a code of the options' `decisionReasons`. The patient sees its plain-language sentence.
             * @default null
             */
            reasonCode?: string | null;
            /**
             * @description Why, in the doctor's own words: for the record, never shown to the patient.
             * @default null
             */
            reasonText?: string | null;
            /**
             * @description Approved, Rejected, or nothing to undo.
             * @default null
             */
            status?: string | null;
        };
        UpdateUsage: {
            /** @description Why a drug of a prohibited class is prescribed anyway; doctors only (decision 157). */
            exception?: components["schemas"]["Exception"] | null;
            medication: components["schemas"]["EditedMedication"];
            prescription: components["schemas"]["Named"];
            /**
             * @description Why it may cover more than 12 months, in the doctor's words (decision 158).
             * @default null
             */
            supplyReason?: string | null;
            /**
             * @description The total to dispense as typed by the doctor; empty text returns to the computed total.
             * @default null
             */
            toDispense?: string | null;
            usage: components["schemas"]["Usage"];
        };
        /** @description One usage; the last usage of a medication is in force. */
        Usage: {
            /** @default false */
            asNeeded: boolean;
            /**
             * @description One of [`DURATIONS`] or `Other`; empty if not selected.
             * @default
             */
            duration: string;
            /** @default null */
            durationOther: string | null;
            /**
             * @description One of [`FREQUENCIES`] or `Other`.
             * @default
             */
            frequency: string;
            /** @default null */
            frequencyOther: string | null;
            /**
             * @description Amount of one dose: one of [`QUANTITIES`] or `Other`.
             * @default One
             */
            quantity: string;
            /** @default null */
            quantityOther: string | null;
            /**
             * Format: int64
             * @description Refills after the first fill, 0 to 100.
             * @default 0
             */
            repeat: number;
            /**
             * @description Notes, shown when something is `Other`.
             * @default null
             */
            textLine: string | null;
        };
        UserView: {
            Email: string;
            Person: components["schemas"]["PersonView"];
            Role: components["schemas"]["Role"];
            /** Format: uuid */
            _id: string;
            hasMedicalInfo: boolean;
            isAdmin: boolean;
            /** @description The welcome dialog has not been shown yet. */
            isFirstLoginShow1: boolean;
            practitioner: components["schemas"]["PractitionerView"] | null;
            preferences: components["schemas"]["Preferences"];
        };
        /** @description A step of an email change was accepted. */
        Verified: {
            isVerified: boolean;
            /** @description After the last step: the new token of the session. */
            token: string | null;
        };
        VerifyAnswer: {
            data: components["schemas"]["Activated"];
            message: string;
        };
        VerifyNumber: {
            /** Format: uuid */
            personId: string;
            verificationCode: string;
        };
        /** @description The pharmacy confirmed by telephone that a fax number is its own. */
        VerifyNumber2: {
            /** @description The number as read to the pharmacy: not verified if the record has a different one by now. */
            number: string;
            /** Format: uuid */
            prescriptionId: string;
        };
        Versions: {
            /** @description SQLite or PostgreSQL */
            engine: string;
            engineVersion: string;
            /** @description Migrations that the program has and the database does not. */
            missing: string[];
            program: string;
            /** @description The newest migration of the schema. */
            schema: string | null;
        };
        /** @description Voids a copy. */
        VoidCopy: {
            /** Format: uuid */
            copyId: string;
            /** @description `at_once`, `paper_kept`, fax, phone */
            how: string;
            /**
             * @description The pharmacy of the new copy; the same pharmacy if omitted.
             * @default null
             */
            pharmacy?: components["schemas"]["PharmacyRef"] | null;
            /** Format: uuid */
            prescriptionId: string;
            /** @description `fax_failed`, `wrong_recipient`, `paper_kept`, `cannot_fill`, `other_pharmacy`, wrong, `not_dispensed` */
            reason: string;
            /**
             * Format: date-time
             * @default null
             */
            toldAt?: string | null;
            /**
             * @description For a telephone call: who was informed, and when.
             * @default null
             */
            toldName?: string | null;
            /**
             * @description For the record; never shown to the patient.
             * @default
             */
            words?: string;
        };
        /** @description The old pharmacy was informed by telephone. */
        VoidTold: {
            /** Format: uuid */
            copyId: string;
            /** Format: uuid */
            prescriptionId: string;
            /**
             * Format: date-time
             * @default null
             */
            toldAt?: string | null;
            toldName: string;
        };
        /** @description Why and how a copy is void, or is being voided. */
        VoidView: {
            /** Format: date-time */
            askedAt: string;
            /**
             * Format: date-time
             * @description When it became void; none while the old pharmacy's confirmation is pending.
             */
            at: string | null;
            by: components["schemas"]["PersonRef"];
            /** Format: date-time */
            faxAt: string | null;
            /**
             * Format: uuid
             * @description The cancellation fax.
             */
            faxId: string | null;
            faxReason: string | null;
            /** @description queued, sending, sent, delivered, failed, unknown */
            faxState: string | null;
            /** @description The fax needs attention: it failed, its outcome is unknown, or a different machine answered. */
            faxTrouble: boolean;
            /** @description The reason as shown to the patient. */
            forPatient: string;
            /** @description `at_once`, `paper_kept`, fax, phone */
            how: string;
            /** @description `fax_failed`, `wrong_recipient`, `paper_kept`, `cannot_fill`, `other_pharmacy`, wrong, `not_dispensed` */
            reason: string;
            /** @description The reason as shown to staff. */
            text: string;
            /** Format: date-time */
            toldAt: string | null;
            toldBy: components["schemas"]["PersonRef"] | null;
            /** @description The person at the old pharmacy who was informed by telephone; for staff. */
            toldName: string | null;
            /** @description The doctor's own comment; for staff. */
            words: string | null;
        };
        /** @description A job for the partner clinic. */
        WaitingJob: {
            /** Format: uuid */
            _id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt: string | null;
            /** @description Who cancelled it; null if it failed by itself. */
            endedBy: components["schemas"]["PersonRef"] | null;
            /** @description chart, profile, pharmacy or note */
            kind: string;
            /** Format: int64 */
            mostTries: number;
            /** Format: date-time */
            nextTry: string | null;
            person: components["schemas"]["PersonRef"];
            /** @description waiting, running, givenUp or done */
            state: string;
            /** Format: int64 */
            tries: number;
            /** @description What is to be done, as text; without its content. */
            what: string;
            /** @description Why it is not done, as text. */
            why: string | null;
        };
        Woken: {
            /**
             * Format: int64
             * @description How many are waiting.
             */
            waiting: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AccessLog = components['schemas']['AccessLog'];
export type AccessLogEntry = components['schemas']['AccessLogEntry'];
export type AccountChange = components['schemas']['AccountChange'];
export type Acknowledge = components['schemas']['Acknowledge'];
export type AcknowledgeLabTest = components['schemas']['AcknowledgeLabTest'];
export type AcknowledgeProblem = components['schemas']['AcknowledgeProblem'];
export type Acknowledged = components['schemas']['Acknowledged'];
export type Activate = components['schemas']['Activate'];
export type Activated = components['schemas']['Activated'];
export type AddFilter = components['schemas']['AddFilter'];
export type AgainOf = components['schemas']['AgainOf'];
export type AgainView = components['schemas']['AgainView'];
export type AnswerOffer = components['schemas']['AnswerOffer'];
export type Answered = components['schemas']['Answered'];
export type AsSeen = components['schemas']['AsSeen'];
export type AskFee = components['schemas']['AskFee'];
export type AskForm = components['schemas']['AskForm'];
export type AskHandOver = components['schemas']['AskHandOver'];
export type AskMarks = components['schemas']['AskMarks'];
export type AuditFilters = components['schemas']['AuditFilters'];
export type AuditPage = components['schemas']['AuditPage'];
export type AuditRecord = components['schemas']['AuditRecord'];
export type AuditSearch = components['schemas']['AuditSearch'];
export type AuditState = components['schemas']['AuditState'];
export type Authenticate = components['schemas']['Authenticate'];
export type BackupState = components['schemas']['BackupState'];
export type BalanceMonth = components['schemas']['BalanceMonth'];
export type BillAnswer = components['schemas']['BillAnswer'];
export type BillChange = components['schemas']['BillChange'];
export type BillEventView = components['schemas']['BillEventView'];
export type BillObj = components['schemas']['BillObj'];
export type BillView = components['schemas']['BillView'];
export type BillWay = components['schemas']['BillWay'];
export type BilledPrescription = components['schemas']['BilledPrescription'];
export type BloodPressure = components['schemas']['BloodPressure'];
export type BloodPressureInput = components['schemas']['BloodPressureInput'];
export type ByMessage = components['schemas']['ByMessage'];
export type CancelSleepAssessment = components['schemas']['CancelSleepAssessment'];
export type CardName = components['schemas']['CardName'];
export type CardState = components['schemas']['CardState'];
export type CardView = components['schemas']['CardView'];
export type CatalogueDrug = components['schemas']['CatalogueDrug'];
export type CataloguePage = components['schemas']['CataloguePage'];
export type ChangeBill = components['schemas']['ChangeBill'];
export type ChangeView = components['schemas']['ChangeView'];
export type ChangedTemplate = components['schemas']['ChangedTemplate'];
export type ChargeAnswer = components['schemas']['ChargeAnswer'];
export type ChargeOrder = components['schemas']['ChargeOrder'];
export type CheckDirections = components['schemas']['CheckDirections'];
export type CheckDuplicate = components['schemas']['CheckDuplicate'];
export type CheckEligibility = components['schemas']['CheckEligibility'];
export type CheckNumber = components['schemas']['CheckNumber'];
export type ChosenPharmacy = components['schemas']['ChosenPharmacy'];
export type ClaimNumber = components['schemas']['ClaimNumber'];
export type ClaimNumbers = components['schemas']['ClaimNumbers'];
export type ClaimPatient = components['schemas']['ClaimPatient'];
export type ClaimView = components['schemas']['ClaimView'];
export type ClaimedView = components['schemas']['ClaimedView'];
export type Clarification = components['schemas']['Clarification'];
export type ClassDiagnosis = components['schemas']['ClassDiagnosis'];
export type ClassPreview = components['schemas']['ClassPreview'];
export type ClassQuestion = components['schemas']['ClassQuestion'];
export type ClinicPlace = components['schemas']['ClinicPlace'];
export type ClinicQueue = components['schemas']['ClinicQueue'];
export type ClinicRest = components['schemas']['ClinicRest'];
export type ClinicTime = components['schemas']['ClinicTime'];
export type ClockOffset = components['schemas']['ClockOffset'];
export type CodeView = components['schemas']['CodeView'];
export type ColumnsView = components['schemas']['ColumnsView'];
export type CompleteSleepAssessment = components['schemas']['CompleteSleepAssessment'];
export type Compose = components['schemas']['Compose'];
export type Confirm = components['schemas']['Confirm'];
export type ConfirmLocation = components['schemas']['ConfirmLocation'];
export type ConsentOption = components['schemas']['ConsentOption'];
export type CopyView = components['schemas']['CopyView'];
export type Country = components['schemas']['Country'];
export type CreatePerson = components['schemas']['CreatePerson'];
export type CreatePrescription = components['schemas']['CreatePrescription'];
export type Credential = components['schemas']['Credential'];
export type CurrentMedication = components['schemas']['CurrentMedication'];
export type DataPage = components['schemas']['DataPage'];
export type DecisionReason = components['schemas']['DecisionReason'];
export type DecisionView = components['schemas']['DecisionView'];
export type Decrypt = components['schemas']['Decrypt'];
export type Decrypted = components['schemas']['Decrypted'];
export type DiagnosisView = components['schemas']['DiagnosisView'];
export type DirectionsView = components['schemas']['DirectionsView'];
export type Disk = components['schemas']['Disk'];
export type DispenseView = components['schemas']['DispenseView'];
export type DocumentNumber = components['schemas']['DocumentNumber'];
export type DrPharmacyOf = components['schemas']['DrPharmacyOf'];
export type DraftContent = components['schemas']['DraftContent'];
export type DraftView = components['schemas']['DraftView'];
export type DrugName = components['schemas']['DrugName'];
export type DrugNameList = components['schemas']['DrugNameList'];
export type DrugNames = components['schemas']['DrugNames'];
export type DrugRecord = components['schemas']['DrugRecord'];
export type DrugToCompare = components['schemas']['DrugToCompare'];
export type DrugView = components['schemas']['DrugView'];
export type DuplicateAnswer = components['schemas']['DuplicateAnswer'];
export type EarlierLabTest = components['schemas']['EarlierLabTest'];
export type EarlierView = components['schemas']['EarlierView'];
export type EditedMedication = components['schemas']['EditedMedication'];
export type EligibilityAnswer = components['schemas']['EligibilityAnswer'];
export type EmailCode = components['schemas']['EmailCode'];
export type EmailExists = components['schemas']['EmailExists'];
export type EncounterView = components['schemas']['EncounterView'];
export type Encrypt = components['schemas']['Encrypt'];
export type Encrypted = components['schemas']['Encrypted'];
export type Ended = components['schemas']['Ended'];
export type Enrol = components['schemas']['Enrol'];
export type Environment = components['schemas']['Environment'];
export type Exception = components['schemas']['Exception'];
export type ExceptionView = components['schemas']['ExceptionView'];
export type Fall = components['schemas']['Fall'];
export type FallKind = components['schemas']['FallKind'];
export type Fault = components['schemas']['Fault'];
export type FaxAttempt = components['schemas']['FaxAttempt'];
export type FaxCopies = components['schemas']['FaxCopies'];
export type FaxCopy = components['schemas']['FaxCopy'];
export type FaxDetail = components['schemas']['FaxDetail'];
export type FaxList = components['schemas']['FaxList'];
export type FaxProof = components['schemas']['FaxProof'];
export type FaxRow = components['schemas']['FaxRow'];
export type FaxSubject = components['schemas']['FaxSubject'];
export type FaxView = components['schemas']['FaxView'];
export type FeeLineView = components['schemas']['FeeLineView'];
export type FeeRule = components['schemas']['FeeRule'];
export type FeeView = components['schemas']['FeeView'];
export type Fees = components['schemas']['Fees'];
export type FieldView = components['schemas']['FieldView'];
export type FileLabException = components['schemas']['FileLabException'];
export type FileRef = components['schemas']['FileRef'];
export type FileSetAside = components['schemas']['FileSetAside'];
export type FilterHit = components['schemas']['FilterHit'];
export type FilterImport = components['schemas']['FilterImport'];
export type FilterMark = components['schemas']['FilterMark'];
export type FilterOffer = components['schemas']['FilterOffer'];
export type FilterStatus = components['schemas']['FilterStatus'];
export type Finding = components['schemas']['Finding'];
export type FoundUser = components['schemas']['FoundUser'];
export type GiveUp = components['schemas']['GiveUp'];
export type GoOn = components['schemas']['GoOn'];
export type HandEdit = components['schemas']['HandEdit'];
export type HandOver = components['schemas']['HandOver'];
export type HandOver2 = components['schemas']['HandOver2'];
export type HandedView = components['schemas']['HandedView'];
export type HealthDocument = components['schemas']['HealthDocument'];
export type HealthDocumentView = components['schemas']['HealthDocumentView'];
export type HeldLine = components['schemas']['HeldLine'];
export type HideLastLogin = components['schemas']['HideLastLogin'];
export type ImportFile = components['schemas']['ImportFile'];
export type ImportForm = components['schemas']['ImportForm'];
export type ImportView = components['schemas']['ImportView'];
export type ImportsView = components['schemas']['ImportsView'];
export type Ingredient = components['schemas']['Ingredient'];
export type InvitationList = components['schemas']['InvitationList'];
export type InvitationView = components['schemas']['InvitationView'];
export type Invite = components['schemas']['Invite'];
export type Invited = components['schemas']['Invited'];
export type Invoice = components['schemas']['Invoice'];
export type InvoiceHeader = components['schemas']['InvoiceHeader'];
export type IpObject = components['schemas']['IpObject'];
export type IsActivated = components['schemas']['IsActivated'];
export type JobKind = components['schemas']['JobKind'];
export type LabCandidate = components['schemas']['LabCandidate'];
export type LabExceptionPage = components['schemas']['LabExceptionPage'];
export type LabExceptionView = components['schemas']['LabExceptionView'];
export type LabItemView = components['schemas']['LabItemView'];
export type LabTestView = components['schemas']['LabTestView'];
export type LandingNumbers = components['schemas']['LandingNumbers'];
export type LastLogin = components['schemas']['LastLogin'];
export type Leaving = components['schemas']['Leaving'];
export type Level = components['schemas']['Level'];
export type LineFault = components['schemas']['LineFault'];
export type LineMarks = components['schemas']['LineMarks'];
export type LinkedFile = components['schemas']['LinkedFile'];
export type LinkedMessage = components['schemas']['LinkedMessage'];
export type LookAtColumns = components['schemas']['LookAtColumns'];
export type LookUpForm = components['schemas']['LookUpForm'];
export type MakeOrder = components['schemas']['MakeOrder'];
export type MakeRefund = components['schemas']['MakeRefund'];
export type MarkRead = components['schemas']['MarkRead'];
export type MarkView = components['schemas']['MarkView'];
export type MarkWith = components['schemas']['MarkWith'];
export type MarksAnswer = components['schemas']['MarksAnswer'];
export type MaskedUser = components['schemas']['MaskedUser'];
export type MedicalInfo = components['schemas']['MedicalInfo'];
export type MedicalInfoInput = components['schemas']['MedicalInfoInput'];
export type MedicationBillPage = components['schemas']['MedicationBillPage'];
export type MedicationBillView = components['schemas']['MedicationBillView'];
export type MedicationFilterView = components['schemas']['MedicationFilterView'];
export type MedicationInput = components['schemas']['MedicationInput'];
export type MedicationView = components['schemas']['MedicationView'];
export type MessageInfo = components['schemas']['MessageInfo'];
export type MessageList = components['schemas']['MessageList'];
export type MessagePerson = components['schemas']['MessagePerson'];
export type MessageRow = components['schemas']['MessageRow'];
export type MessageTemplate = components['schemas']['MessageTemplate'];
export type MessageView = components['schemas']['MessageView'];
export type Mode = components['schemas']['Mode'];
export type Named = components['schemas']['Named'];
export type NamedEntry = components['schemas']['NamedEntry'];
export type NewBill = components['schemas']['NewBill'];
export type NewClarification = components['schemas']['NewClarification'];
export type NewEmail = components['schemas']['NewEmail'];
export type NewPassword = components['schemas']['NewPassword'];
export type NewTemplate = components['schemas']['NewTemplate'];
export type NextPatient = components['schemas']['NextPatient'];
export type NotReceivedAnswer = components['schemas']['NotReceivedAnswer'];
export type NotReceivedState = components['schemas']['NotReceivedState'];
export type NoteDraft = components['schemas']['NoteDraft'];
export type NoteMessage = components['schemas']['NoteMessage'];
export type NotePage = components['schemas']['NotePage'];
export type NoteReply = components['schemas']['NoteReply'];
export type NoteVersion = components['schemas']['NoteVersion'];
export type NoteView = components['schemas']['NoteView'];
export type Notified = components['schemas']['Notified'];
export type NumberAnswer = components['schemas']['NumberAnswer'];
export type NumberVerified = components['schemas']['NumberVerified'];
export type NumberView = components['schemas']['NumberView'];
export type NumberedRequest = components['schemas']['NumberedRequest'];
export type OfPerson = components['schemas']['OfPerson'];
export type OfficeRegistration = components['schemas']['OfficeRegistration'];
export type OperationsReport = components['schemas']['OperationsReport'];
export type Options = components['schemas']['Options'];
export type OrderAnswer = components['schemas']['OrderAnswer'];
export type OrderSleepAssessment = components['schemas']['OrderSleepAssessment'];
export type OtherEntries = components['schemas']['OtherEntries'];
export type OtherWork = components['schemas']['OtherWork'];
export type PartnerClinic = components['schemas']['PartnerClinic'];
export type Password = components['schemas']['Password'];
export type PasswordChanged = components['schemas']['PasswordChanged'];
export type PatientChart = components['schemas']['PatientChart'];
export type PatientInfo = components['schemas']['PatientInfo'];
export type PatientList = components['schemas']['PatientList'];
export type PatientListRecord = components['schemas']['PatientListRecord'];
export type PatientPageView = components['schemas']['PatientPageView'];
export type PatientPerson = components['schemas']['PatientPerson'];
export type PaySleepAssessment = components['schemas']['PaySleepAssessment'];
export type PaymentCompleted = components['schemas']['PaymentCompleted'];
export type PaymentView = components['schemas']['PaymentView'];
export type PersonAnswer = components['schemas']['PersonAnswer'];
export type PersonData = components['schemas']['PersonData'];
export type PersonRef = components['schemas']['PersonRef'];
export type PersonView = components['schemas']['PersonView'];
export type PersonalInfo = components['schemas']['PersonalInfo'];
export type PharmacyChoice = components['schemas']['PharmacyChoice'];
export type PharmacyRef = components['schemas']['PharmacyRef'];
export type PharmacyView = components['schemas']['PharmacyView'];
export type PhoneCode = components['schemas']['PhoneCode'];
export type PlainMark = components['schemas']['PlainMark'];
export type PolicyVersions = components['schemas']['PolicyVersions'];
export type PractitionerView = components['schemas']['PractitionerView'];
export type PreferPharmacy = components['schemas']['PreferPharmacy'];
export type Preferences = components['schemas']['Preferences'];
export type PrescriptionList = components['schemas']['PrescriptionList'];
export type PrescriptionPerson = components['schemas']['PrescriptionPerson'];
export type PrescriptionView = components['schemas']['PrescriptionView'];
export type PresenceView = components['schemas']['PresenceView'];
export type PreviewGroup = components['schemas']['PreviewGroup'];
export type PrintedView = components['schemas']['PrintedView'];
export type Problem = components['schemas']['Problem'];
export type ProblemPage = components['schemas']['ProblemPage'];
export type ProblemView = components['schemas']['ProblemView'];
export type ProblematicInvoice = components['schemas']['ProblematicInvoice'];
export type ProblematicInvoices = components['schemas']['ProblematicInvoices'];
export type PublicSettings = components['schemas']['PublicSettings'];
export type PullStatus = components['schemas']['PullStatus'];
export type PutAway = components['schemas']['PutAway'];
export type QueueCounts = components['schemas']['QueueCounts'];
export type QueueDrug = components['schemas']['QueueDrug'];
export type QueueFax = components['schemas']['QueueFax'];
export type QueueList = components['schemas']['QueueList'];
export type QueueRow = components['schemas']['QueueRow'];
export type QueueSleepFax = components['schemas']['QueueSleepFax'];
export type ReasonView = components['schemas']['ReasonView'];
export type RecordAccess = components['schemas']['RecordAccess'];
export type RecordEncounter = components['schemas']['RecordEncounter'];
export type Recorded = components['schemas']['Recorded'];
export type RecoveryLink = components['schemas']['RecoveryLink'];
export type RecoverySearch = components['schemas']['RecoverySearch'];
export type RefundAnswer = components['schemas']['RefundAnswer'];
export type RefundState = components['schemas']['RefundState'];
export type RefundSuccess = components['schemas']['RefundSuccess'];
export type Registered = components['schemas']['Registered'];
export type RegistrationForm = components['schemas']['RegistrationForm'];
export type ReleasePatient = components['schemas']['ReleasePatient'];
export type RememberForClass = components['schemas']['RememberForClass'];
export type Remembered = components['schemas']['Remembered'];
export type Remittance = components['schemas']['Remittance'];
export type RemittanceList = components['schemas']['RemittanceList'];
export type RemittanceMonth = components['schemas']['RemittanceMonth'];
export type Renewable = components['schemas']['Renewable'];
export type RepliedByLink = components['schemas']['RepliedByLink'];
export type Reply = components['schemas']['Reply'];
export type ReplyByLink = components['schemas']['ReplyByLink'];
export type ReplyView = components['schemas']['ReplyView'];
export type ReportProblem = components['schemas']['ReportProblem'];
export type Reported = components['schemas']['Reported'];
export type RequestDraft = components['schemas']['RequestDraft'];
export type Resend = components['schemas']['Resend'];
export type ResendAnswer = components['schemas']['ResendAnswer'];
export type ResendState = components['schemas']['ResendState'];
export type ResetSecondStep = components['schemas']['ResetSecondStep'];
export type ResourceView = components['schemas']['ResourceView'];
export type Resubmit = components['schemas']['Resubmit'];
export type Retried = components['schemas']['Retried'];
export type RevertDrug = components['schemas']['RevertDrug'];
export type RevertedDrug = components['schemas']['RevertedDrug'];
export type Revise = components['schemas']['Revise'];
export type Role = components['schemas']['Role'];
export type SafetyTables = components['schemas']['SafetyTables'];
export type Said = components['schemas']['Said'];
export type SaveDraft = components['schemas']['SaveDraft'];
export type SaveDraft2 = components['schemas']['SaveDraft2'];
export type SaveDrug = components['schemas']['SaveDrug'];
export type SendAgain = components['schemas']['SendAgain'];
export type SendNote = components['schemas']['SendNote'];
export type SendToEmr = components['schemas']['SendToEmr'];
export type ServiceFees = components['schemas']['ServiceFees'];
export type ServiceHealth = components['schemas']['ServiceHealth'];
export type SessionView = components['schemas']['SessionView'];
export type SetAsideFiles = components['schemas']['SetAsideFiles'];
export type SetAsideLabException = components['schemas']['SetAsideLabException'];
export type SetDrPharmacy = components['schemas']['SetDrPharmacy'];
export type SetNumbers = components['schemas']['SetNumbers'];
export type SetPassword = components['schemas']['SetPassword'];
export type SetPay = components['schemas']['SetPay'];
export type SetRole = components['schemas']['SetRole'];
export type SetText = components['schemas']['SetText'];
export type Settle = components['schemas']['Settle'];
export type Sign = components['schemas']['Sign'];
export type SignAnswer = components['schemas']['SignAnswer'];
export type SignDraft = components['schemas']['SignDraft'];
export type SignInAnswer = components['schemas']['SignInAnswer'];
export type SignatureView = components['schemas']['SignatureView'];
export type SkipReason = components['schemas']['SkipReason'];
export type SleepAssessmentView = components['schemas']['SleepAssessmentView'];
export type SleepClinicView = components['schemas']['SleepClinicView'];
export type SleepFee = components['schemas']['SleepFee'];
export type SleepInfo = components['schemas']['SleepInfo'];
export type SleepInfoInput = components['schemas']['SleepInfoInput'];
export type SleepObject = components['schemas']['SleepObject'];
export type SleepQuestion = components['schemas']['SleepQuestion'];
export type SleepRefundSuccess = components['schemas']['SleepRefundSuccess'];
export type SleepStatusView = components['schemas']['SleepStatusView'];
export type StaffAccount = components['schemas']['StaffAccount'];
export type StaffAccountDetail = components['schemas']['StaffAccountDetail'];
export type StaffList = components['schemas']['StaffList'];
export type StatusOption = components['schemas']['StatusOption'];
export type StatusRetrieved = components['schemas']['StatusRetrieved'];
export type StatusView = components['schemas']['StatusView'];
export type StoreDemographic = components['schemas']['StoreDemographic'];
export type TakeAgain = components['schemas']['TakeAgain'];
export type TakenAgain = components['schemas']['TakenAgain'];
export type TextData = components['schemas']['TextData'];
export type Theme = components['schemas']['Theme'];
export type TokenConfirmed = components['schemas']['TokenConfirmed'];
export type TypedBefore = components['schemas']['TypedBefore'];
export type UnconfirmedItem = components['schemas']['UnconfirmedItem'];
export type UndoRefund = components['schemas']['UndoRefund'];
export type UnreadCount = components['schemas']['UnreadCount'];
export type UnreadProblems = components['schemas']['UnreadProblems'];
export type UnsentBills = components['schemas']['UnsentBills'];
export type UpdateMedicalInfo = components['schemas']['UpdateMedicalInfo'];
export type UpdateSleepStatus = components['schemas']['UpdateSleepStatus'];
export type UpdateStatus = components['schemas']['UpdateStatus'];
export type UpdateUsage = components['schemas']['UpdateUsage'];
export type Usage = components['schemas']['Usage'];
export type UserView = components['schemas']['UserView'];
export type Verified = components['schemas']['Verified'];
export type VerifyAnswer = components['schemas']['VerifyAnswer'];
export type VerifyNumber = components['schemas']['VerifyNumber'];
export type VerifyNumber2 = components['schemas']['VerifyNumber2'];
export type Versions = components['schemas']['Versions'];
export type VoidCopy = components['schemas']['VoidCopy'];
export type VoidTold = components['schemas']['VoidTold'];
export type VoidView = components['schemas']['VoidView'];
export type WaitingJob = components['schemas']['WaitingJob'];
export type Woken = components['schemas']['Woken'];
export type $defs = Record<string, never>;
export interface operations {
    get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    putAudit: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuditSearch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    postAudit: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordAccess"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recorded"];
                };
            };
        };
    };
    getAuditAccessedBy: {
        parameters: {
            query?: {
                q?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonRef"][];
                };
            };
        };
    };
    getAuditCsv: {
        parameters: {
            query?: {
                accessedBy?: string | null;
                endDate?: string | null;
                patient?: string | null;
                startDate?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    getAuditPatients: {
        parameters: {
            query?: {
                q?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonRef"][];
                };
            };
        };
    };
    getClinic_queue: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
                state?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClinicQueue"];
                };
            };
        };
    };
    putClinic_queueGive_upId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveUp"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingJob"];
                };
            };
        };
    };
    putClinic_queueRetryId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingJob"];
                };
            };
        };
    };
    putClinic_queueWake: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Woken"];
                };
            };
        };
    };
    getCountry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Country"][];
                };
            };
        };
    };
    putDrug: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveDrug"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueDrug"];
                };
            };
        };
    };
    getDrugCatalogue: {
        parameters: {
            query?: {
                cursor?: string | null;
                edited?: boolean | null;
                limit?: number | null;
                q?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CataloguePage"];
                };
            };
        };
    };
    getDrugCatalogueId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueDrug"];
                };
            };
        };
    };
    getDrugIngredientText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                text: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrugNameList"];
                };
            };
        };
    };
    getDrugNameOnlyText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                text: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrugNameList"];
                };
            };
        };
    };
    getDrugNameText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                text: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrugView"][];
                };
            };
        };
    };
    postDrugNames: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DrugNames"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilterHit"][][];
                };
            };
        };
    };
    putDrugRevert: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevertDrug"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevertedDrug"];
                };
            };
        };
    };
    getDrugSearchText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                text: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrugNameList"];
                };
            };
        };
    };
    getDrugTcAhfsX: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                x: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassPreview"];
                };
            };
        };
    };
    getFax: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
                q?: string | null;
                state?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaxList"];
                };
            };
        };
    };
    putFaxAgainId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendAgain"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaxDetail"];
                };
            };
        };
    };
    postFaxClarification: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewClarification"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clarification"];
                };
            };
        };
    };
    getFaxClarificationsKindId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clarification"][];
                };
            };
        };
    };
    putFaxConfirmId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Confirm"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaxDetail"];
                };
            };
        };
    };
    getFaxCoverId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    getFaxPaperId: {
        parameters: {
            query?: {
                part?: string | null;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    postFaxQueue_prescription_fax: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueueFax"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    postFaxQueue_sleep_assessment_fax: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueueSleepFax"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepAssessmentView"];
                };
            };
        };
    };
    putFaxUndoId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getFaxId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaxDetail"];
                };
            };
        };
    };
    getFaxIdResend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendState"];
                };
            };
        };
    };
    postFaxIdResend: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendAnswer"];
                };
            };
        };
    };
    getFileId: {
        parameters: {
            query?: {
                download?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                };
            };
        };
    };
    getIcdNameName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiagnosisView"][];
                };
            };
        };
    };
    putLab_testAcknowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcknowledgeLabTest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabTestView"];
                };
            };
        };
    };
    getLab_testExceptions: {
        parameters: {
            query?: {
                cursor?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabExceptionPage"];
                };
            };
        };
    };
    putLab_testExceptionsFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileLabException"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabTestView"];
                };
            };
        };
    };
    putLab_testExceptionsSet_aside: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetAsideLabException"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getLab_testPersonId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabTestView"][];
                };
            };
        };
    };
    getManage_dataBuild_drugs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportView"];
                };
            };
        };
    };
    putManage_dataCancelId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportView"];
                };
            };
        };
    };
    postManage_dataColumns: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookAtColumns"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ColumnsView"];
                };
            };
        };
    };
    getManage_dataDisplay_dataX: {
        parameters: {
            query?: {
                from?: number;
            };
            header?: never;
            path: {
                x: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataPage"];
                };
            };
        };
    };
    putManage_dataGo_onId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoOn"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportView"];
                };
            };
        };
    };
    postManage_dataImport_data: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImportForm"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportView"];
                };
            };
        };
    };
    getManage_dataImports: {
        parameters: {
            query?: {
                before?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportsView"];
                };
            };
        };
    };
    getManage_dataSkippedId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    putManage_dataUndoId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportView"];
                };
            };
        };
    };
    postMedicalinfo: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MedicalInfoInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MedicalInfo"];
                };
            };
        };
    };
    getMedicalinfoPersonId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MedicalInfo"][];
                };
            };
        };
    };
    postMedicalinfoUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMedicalInfo"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MedicalInfo"];
                };
            };
        };
    };
    getMedicalinfoId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MedicalInfo"];
                };
            };
        };
    };
    getMedication_bill: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
                q?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MedicationBillPage"];
                };
            };
        };
    };
    postMedication_bill: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RememberForClass"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Remembered"];
                };
            };
        };
    };
    postMedication_billAdd: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RememberForClass"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Remembered"];
                };
            };
        };
    };
    getMedication_billDiagnosis_codeX: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                x: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassDiagnosis"];
                };
            };
        };
    };
    getMedication_billQuestionX: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                x: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassQuestion"];
                };
            };
        };
    };
    deleteMedication_billId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMedication_filter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MedicationFilterView"][];
                };
            };
        };
    };
    postMedication_filter: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddFilter"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MedicationFilterView"];
                };
            };
        };
    };
    getMedication_filterDefault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilterOffer"];
                };
            };
        };
    };
    putMedication_filterDefault: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerOffer"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilterOffer"];
                };
            };
        };
    };
    getMedication_filterDownloadFormat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                format: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    postMedication_filterImport_data: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilterImport"];
                };
            };
        };
    };
    deleteMedication_filterId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["Compose"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageView"];
                };
            };
        };
    };
    getMessage_template: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTemplate"][];
                };
            };
        };
    };
    postMessage_template: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTemplate"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTemplate"];
                };
            };
        };
    };
    putMessage_templateId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangedTemplate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTemplate"];
                };
            };
        };
    };
    deleteMessage_templateId: {
        parameters: {
            query: {
                version: number;
            };
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMessageAdminList: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
                sort?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
        };
    };
    putMessageArchive: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutAway"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadCount"];
                };
            };
        };
    };
    getMessageArchivePersonId: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
                sort?: string | null;
            };
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
        };
    };
    putMessageBack_inbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutAway"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadCount"];
                };
            };
        };
    };
    getMessageCountUnreadPersonId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadCount"];
                };
            };
        };
    };
    getMessageCustomerserviceList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonRef"][];
                };
            };
        };
    };
    getMessageInboxDoctorPersonId: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
                sort?: string | null;
            };
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
        };
    };
    getMessageInboxPatientPersonId: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
                sort?: string | null;
            };
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
        };
    };
    getMessageInfoAB: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                a: string;
                b: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageInfo"];
                };
            };
        };
    };
    getMessageInfoABFileId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                a: string;
                b: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                };
            };
        };
    };
    postMessageSent_email: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ByMessage"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notified"];
                };
            };
        };
    };
    getMessageSentPersonId: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
                sort?: string | null;
            };
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
        };
    };
    putMessageUpdate_replies: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ReplyByLink"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepliedByLink"];
                };
            };
        };
    };
    putMessageUpdateIsRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkRead"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadCount"];
                };
            };
        };
    };
    putMessageUpdateReplies: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["Reply"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageView"];
                };
            };
        };
    };
    getMessageId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageView"];
                };
            };
        };
    };
    putNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Revise"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"];
                };
            };
        };
    };
    putNoteEmr: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendToEmr"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"];
                };
            };
        };
    };
    getNotePersonId: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotePage"];
                };
            };
        };
    };
    putNoteReplyAcknowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Acknowledge"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"];
                };
            };
        };
    };
    putNoteSendNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendNote"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"];
                };
            };
        };
    };
    putNoteUndoId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"];
                };
            };
        };
    };
    putNotedraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveDraft2"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteDraft"];
                };
            };
        };
    };
    getNotedraftPersonId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteDraft"][];
                };
            };
        };
    };
    putNotedraftSign: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignDraft"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"];
                };
            };
        };
    };
    getOfficeConfirmToken: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenConfirmed"];
                };
            };
        };
    };
    getOfficeInvitations: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
        };
    };
    deleteOfficeInvitationsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postOfficeSendInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Invite"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invited"];
                };
            };
        };
    };
    getOperations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationsReport"];
                };
            };
        };
    };
    putOperationsRetryKind: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retried"];
                };
            };
        };
    };
    getOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Options"];
                };
            };
        };
    };
    getOther_work: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtherWork"][];
                };
            };
        };
    };
    getPaymentCard_by_chargeId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardView"];
                };
            };
        };
    };
    postPaymentCharge: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChargeOrder"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeAnswer"];
                };
            };
        };
    };
    postPaymentOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakeOrder"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderAnswer"];
                };
            };
        };
    };
    putPaymentRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakeRefund"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundAnswer"];
                };
            };
        };
    };
    putPaymentRefundUndo: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoRefund"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getPersonAccess_logId: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessLog"];
                };
            };
        };
    };
    postPersonDemographicId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreDemographic"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonView"];
                };
            };
        };
    };
    putPersonFirst_loginId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonView"];
                };
            };
        };
    };
    putPersonHealthDocId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["HealthDocument"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonView"];
                };
            };
        };
    };
    putPersonLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmLocation"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getPersonPageId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientPageView"];
                };
            };
        };
    };
    putPersonPersonal_infoId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["PatientInfo"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonView"];
                };
            };
        };
    };
    putPersonPersonalInfoId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["PersonalInfo"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonView"];
                };
            };
        };
    };
    postPersonPrefer_pharmacy: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferPharmacy"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonAnswer"];
                };
            };
        };
    };
    putPersonPresenceId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresenceView"][];
                };
            };
        };
    };
    deletePersonPresenceId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getPersonProfileId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonView"];
                };
            };
        };
    };
    getPersonSearch_keyKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientListRecord"][];
                };
            };
        };
    };
    postPersonVerify_codeActivate: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyNumber"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyAnswer"];
                };
            };
        };
    };
    getPersonVerify_numberId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Said"];
                };
            };
        };
    };
    getPersonId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonView"];
                };
            };
        };
    };
    getPharmacy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PharmacyView"][];
                };
            };
        };
    };
    getPharmacyMulti_text_searchText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                text: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PharmacyView"][];
                };
            };
        };
    };
    postPharmanetDecrypt: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Decrypt"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decrypted"];
                };
            };
        };
    };
    postPharmanetEncrypt: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Encrypt"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Encrypted"];
                };
            };
        };
    };
    postPharmanetForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskForm"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookUpForm"];
                };
            };
        };
    };
    getPrescription: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
                q?: string | null;
                sort?: string | null;
                status?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionList"];
                };
            };
        };
    };
    postPrescription: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePrescription"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    putPrescriptionAcknowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfPerson"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    putPrescriptionCancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfPerson"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    getPrescriptionCancellationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    putPrescriptionClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimPatient"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimedView"];
                };
            };
        };
    };
    putPrescriptionClaim_next: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NextPatient"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimedView"];
                };
            };
        };
    };
    getPrescriptionClaimPersonId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimedView"];
                };
            };
        };
    };
    getPrescriptionCopyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    postPrescriptionCreate_and_pending: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePrescription"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    getPrescriptionDocumentId: {
        parameters: {
            query?: {
                preview?: boolean | null;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    putPrescriptionDr_pharmacy: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetDrPharmacy"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    getPrescriptionDraft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftView"];
                };
            };
        };
    };
    putPrescriptionDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveDraft"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftView"];
                };
            };
        };
    };
    deletePrescriptionDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    putPrescriptionEncounter: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordEncounter"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    getPrescriptionFaxed_or_refunded: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
                q?: string | null;
                sort?: string | null;
                status?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionList"];
                };
            };
        };
    };
    postPrescriptionFee: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskFee"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeeView"];
                };
            };
        };
    };
    putPrescriptionHanded_over: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandOver2"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    getPrescriptionInvoiceId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
        };
    };
    postPrescriptionMedicationDirections: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckDirections"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectionsView"];
                };
            };
        };
    };
    postPrescriptionMedicationMarksPersonId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskMarks"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarksAnswer"];
                };
            };
        };
    };
    putPrescriptionMedicationMedication_usage: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUsage"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    postPrescriptionMedicationNumberPersonId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckNumber"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NumberAnswer"];
                };
            };
        };
    };
    putPrescriptionMedicationUpdateStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateStatus"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    putPrescriptionMedicationUsage: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUsage"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    putPrescriptionPayment_completed: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentCompleted"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    getPrescriptionPendingPersonPersonId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"][];
                };
            };
        };
    };
    postPrescriptionPersonDuplicatePersonId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckDuplicate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DuplicateAnswer"];
                };
            };
        };
    };
    getPrescriptionPersonPersonId: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
                q?: string | null;
                sort?: string | null;
                status?: string | null;
            };
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionList"];
                };
            };
        };
    };
    putPrescriptionPrint: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfPerson"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    getPrescriptionQueue: {
        parameters: {
            query?: {
                cursor?: string | null;
                filter?: string | null;
                limit?: number | null;
                work?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueList"];
                };
            };
        };
    };
    getPrescriptionReceiptId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    putPrescriptionRefund_success: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundSuccess"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    putPrescriptionRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleasePatient"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimedView"];
                };
            };
        };
    };
    getPrescriptionRenewablePersonId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Renewable"][];
                };
            };
        };
    };
    getPrescriptionReply_faxId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReceivedState"];
                };
            };
        };
    };
    postPrescriptionReply_faxId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReceivedAnswer"];
                };
            };
        };
    };
    putPrescriptionSet_pay: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPay"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    postPrescriptionSet_text: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetText"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    putPrescriptionSign: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Sign"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignAnswer"];
                };
            };
        };
    };
    putPrescriptionVerify_number: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyNumber2"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    putPrescriptionVoid: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VoidCopy"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    putPrescriptionVoid_told: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VoidTold"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    getPrescriptionId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrescriptionView"];
                };
            };
        };
    };
    getProblem: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemPage"];
                };
            };
        };
    };
    postProblem: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportProblem"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reported"];
                };
            };
        };
    };
    putProblemAcknowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcknowledgeProblem"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    getProblemCount_unread: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadProblems"];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSettings"];
                };
            };
        };
    };
    postSleep_assessment: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderSleepAssessment"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepAssessmentView"];
                };
            };
        };
    };
    putSleep_assessmentCancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelSleepAssessment"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepAssessmentView"];
                };
            };
        };
    };
    getSleep_assessmentDocumentId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    putSleep_assessmentPayment_completed: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteSleepAssessment"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepAssessmentView"];
                };
            };
        };
    };
    getSleep_assessmentPending_by_personId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepAssessmentView"][];
                };
            };
        };
    };
    getSleep_assessmentPersonId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepAssessmentView"][];
                };
            };
        };
    };
    postSleep_assessmentPreview: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderSleepAssessment"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    getSleep_assessmentReceiptId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    putSleep_assessmentRefund_success: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SleepRefundSuccess"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepAssessmentView"];
                };
            };
        };
    };
    putSleep_assessmentSet_pay: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaySleepAssessment"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepAssessmentView"];
                };
            };
        };
    };
    putSleep_assessmentUpdate_status: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSleepStatus"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepAssessmentView"];
                };
            };
        };
    };
    getSleep_assessmentId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepAssessmentView"];
                };
            };
        };
    };
    getSleep_clinic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepClinicView"][];
                };
            };
        };
    };
    postSleep_info: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SleepInfoInput"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepInfo"];
                };
            };
        };
    };
    getSleep_infoPersonId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepInfo"][];
                };
            };
        };
    };
    getSleep_infoId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SleepInfo"];
                };
            };
        };
    };
    getStaff_account: {
        parameters: {
            query?: {
                Role?: components["schemas"]["Role"] | null;
                cursor?: string | null;
                limit?: number | null;
                search?: string | null;
                state?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffList"];
                };
            };
        };
    };
    putStaff_accountDisableId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AsSeen"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffAccount"];
                };
            };
        };
    };
    putStaff_accountEnableId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AsSeen"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffAccount"];
                };
            };
        };
    };
    putStaff_accountNumbersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetNumbers"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffAccount"];
                };
            };
        };
    };
    putStaff_accountRoleId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetRole"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffAccount"];
                };
            };
        };
    };
    putStaff_accountSecond_stepId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetSecondStep"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffAccount"];
                };
            };
        };
    };
    putStaff_accountSign_outId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ended"];
                };
            };
        };
    };
    getStaff_accountId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffAccountDetail"];
                };
            };
        };
    };
    deleteStaff_accountIdSessionsSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getTele_planBalance: {
        parameters: {
            query?: {
                months?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceMonth"][];
                };
            };
        };
    };
    postTele_planBill: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBill"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillAnswer"];
                };
            };
        };
    };
    getTele_planBillId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillView"];
                };
            };
        };
    };
    putTele_planBillId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeBill"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillView"];
                };
            };
        };
    };
    putTele_planBillIdResubmit: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Resubmit"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillView"];
                };
            };
        };
    };
    getTele_planClaim_numbers: {
        parameters: {
            query?: {
                limit?: number | null;
                skip?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimNumbers"];
                };
            };
        };
    };
    postTele_planEligibility: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckEligibility"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EligibilityAnswer"];
                };
            };
        };
    };
    postTele_planPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPassword"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordChanged"];
                };
            };
        };
    };
    getTele_planProblematic_invoice_list: {
        parameters: {
            query?: {
                limit?: number | null;
                skip?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblematicInvoices"];
                };
            };
        };
    };
    postTele_planPull_latest_remittance: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PullStatus"];
                };
            };
        };
    };
    getTele_planRemittance: {
        parameters: {
            query?: {
                limit?: number | null;
                skip?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemittanceList"];
                };
            };
        };
    };
    getTele_planRemittance_exceptions: {
        parameters: {
            query?: {
                limit?: number | null;
                skip?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemittanceList"];
                };
            };
        };
    };
    putTele_planRemittance_exceptionsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Settle"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Remittance"];
                };
            };
        };
    };
    postTele_planRemittance_filesIdTake_again: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TakeAgain"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenAgain"];
                };
            };
        };
    };
    getTele_planRemittance_months: {
        parameters: {
            query?: {
                months?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemittanceMonth"][];
                };
            };
        };
    };
    postTele_planSend_unsent_bills: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimNumber"];
                };
            };
        };
    };
    getTele_planStatus_retrieved: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusRetrieved"];
                };
            };
        };
    };
    postUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["RegistrationForm"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registered"];
                };
            };
        };
    };
    postUserActivate: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Activate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Said"];
                };
            };
        };
    };
    postUserActivateResend: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Resend"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Said"];
                };
            };
        };
    };
    postUserAuthenticate: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Authenticate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInAnswer"];
                };
            };
        };
    };
    postUserChange_emailGet_email_code: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhoneCode"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verified"];
                };
            };
        };
    };
    postUserChange_emailGet_phone_code: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Password"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verified"];
                };
            };
        };
    };
    postUserChange_emailSet_new_email: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEmail"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verified"];
                };
            };
        };
    };
    postUserChange_emailValidate_email_code: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailCode"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verified"];
                };
            };
        };
    };
    postUserCreate_person: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePerson"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonRef"];
                };
            };
        };
    };
    putUserCredentialId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credential"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserView"];
                };
            };
        };
    };
    putUserDont_show_last_login: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HideLastLogin"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Said"];
                };
            };
        };
    };
    getUserEmailEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailExists"];
                };
            };
        };
    };
    postUserHand_over: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskHandOver"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandOver"];
                };
            };
        };
    };
    getUserIsActivatedEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IsActivated"];
                };
            };
        };
    };
    getUserPatients: {
        parameters: {
            query?: {
                cursor?: string | null;
                limit?: number | null;
                q?: string | null;
                sort?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientList"];
                };
            };
        };
    };
    putUserPreferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Preferences"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    postUserRecoveryPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPassword"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Said"];
                };
            };
        };
    };
    postUserRecoverySearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoverySearch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundUser"];
                };
            };
        };
    };
    postUserRecoverySend_email: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoveryLink"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Said"];
                };
            };
        };
    };
    getUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"][];
                };
            };
        };
    };
    deleteUserSessionsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postUserSign_out: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postUserSign_out_others: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ended"];
                };
            };
        };
    };
    postUserToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInAnswer"];
                };
            };
        };
    };
    deleteUserId: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postWebhooksStripe: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per click; the same key answers the same for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
